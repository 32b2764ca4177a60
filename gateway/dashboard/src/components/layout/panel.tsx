import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import './panel.css';

interface Properties {
	title: string;
	/** What can be done with it. */
	actions?: ComponentChildren;
	children: ComponentChildren;
}

/** A part of a screen, with its title. */
export function Panel({ title, actions, children }: Properties) {
	const id = useId();
	return (
		<section class="panel" aria-labelledby={id}>
			<header class="panel-header">
				<h2 id={id}>{title}</h2>
				{actions !== undefined && <div class="panel-actions">{actions}</div>}
			</header>
			{children}
		</section>
	);
}
