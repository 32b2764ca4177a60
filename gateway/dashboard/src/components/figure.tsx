import type { ComponentChildren } from 'preact';
import './figures.css';

/** A few numbers that say how something does. */
export function Figures({ children }: { children: ComponentChildren }) {
	return <dl class="figures">{children}</dl>;
}

interface Properties {
	name: string;
	/** Words in place of a number are set smaller. */
	words?: boolean;
	bad?: boolean;
	children: ComponentChildren;
}

export function Figure({ name, words = false, bad = false, children }: Properties) {
	return (
		<div>
			<dt>{name}</dt>
			<dd class={words ? 'figure-words' : undefined} data-tone={bad ? 'bad' : undefined}>
				{children}
			</dd>
		</div>
	);
}
