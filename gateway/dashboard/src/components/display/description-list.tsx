import type { ComponentChildren } from 'preact';
import './description-list.css';

/** Names with values. */
export function DescriptionList({ children }: { children: ComponentChildren }) {
	return <dl class="facts">{children}</dl>;
}

export function Description({ name, children }: { name: string; children: ComponentChildren }) {
	return (
		<div>
			<dt>{name}</dt>
			<dd>{children}</dd>
		</div>
	);
}
