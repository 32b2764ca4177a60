import type { ComponentChildren } from 'preact';
import './stats.css';

/** A few numbers that say how something does. */
export function Stats({ children }: { children: ComponentChildren }) {
	return <dl class="stats">{children}</dl>;
}

interface Properties {
	name: string;
	/** Words in place of a number are set smaller. */
	words?: boolean;
	bad?: boolean;
	children: ComponentChildren;
}

export function Stat({ name, words = false, bad = false, children }: Properties) {
	return (
		<div>
			<dt>{name}</dt>
			<dd class={words ? 'stat-words' : undefined} data-tone={bad ? 'bad' : undefined}>
				{children}
			</dd>
		</div>
	);
}
