import type { ComponentChildren } from 'preact';
import './stats.css';

/** A row of key figures. */
export function Stats({ children }: { children: ComponentChildren }) {
	return <dl class="stats">{children}</dl>;
}

interface Properties {
	name: string;
	/** Whether the value is text instead of a number; text is set smaller. */
	isText?: boolean;
	bad?: boolean;
	children: ComponentChildren;
}

export function Stat({ name, isText = false, bad = false, children }: Properties) {
	return (
		<div>
			<dt>{name}</dt>
			<dd class={isText ? 'stat-text' : undefined} data-tone={bad ? 'bad' : undefined}>
				{children}
			</dd>
		</div>
	);
}
