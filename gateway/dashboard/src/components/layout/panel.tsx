import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import './panel.css';

interface Properties {
	title: string;
	/** Actions beside the title. */
	actions?: ComponentChildren;
	children: ComponentChildren;
}

/** A titled section of a screen. */
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
