import type { ComponentChildren } from 'preact';
import './row.css';

interface Properties {
	/** The target of the row's link; a row without one is an article. */
	href?: string;
	/** Accessible name of a row that is an article. */
	label?: string;
	title: ComponentChildren;
	/** Content before the row, such as a checkbox. */
	before?: ComponentChildren;
	/** Content at the end of the line, such as a badge or a button. */
	side?: ComponentChildren;
	/** The lines below the title. */
	children?: ComponentChildren;
}

/** One entry of a list: a line where there is room, a card where there is none. */
export function Row({ href, label, title, before, side, children }: Properties) {
	const content = (
		<>
			{before}
			<span class="row-main">
				<span class="row-title">
					<bdi>{title}</bdi>
				</span>
				{children}
			</span>
			{side}
		</>
	);
	return href === undefined ? (
		<article class="row" aria-label={label}>
			{content}
		</article>
	) : (
		<a class="row" href={href}>
			{content}
		</a>
	);
}

/** A line below the title of a row. */
export function RowDetail({ children }: { children: ComponentChildren }) {
	return <span class="row-detail">{children}</span>;
}

/** Small text and badges at the end of a row. */
export function RowSide({ children }: { children: ComponentChildren }) {
	return <span class="row-side">{children}</span>;
}
