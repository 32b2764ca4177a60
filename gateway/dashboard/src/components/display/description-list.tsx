import type { ComponentChildren } from 'preact';
import './description-list.css';

/** What is known of something: names and values. */
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
