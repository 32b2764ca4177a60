import type { ComponentChildren } from 'preact';
import type { Pages } from '../../api/hooks/use-pages.ts';
import { PagedStates } from './paged-states.tsx';
import { WindowedList } from './windowed-list.tsx';

interface Properties<T> {
	/** Accessible name of the list. */
	label: string;
	of: Pages<T>;
	/** Height in pixels of a row that is not drawn yet. */
	rowHeight: number;
	/** Shown in place of a list without items. */
	empty: ComponentChildren;
	/** Whether the list has a border and a height of its own; otherwise it fills the element around it. */
	framed?: boolean;
	/** Whether the newest item is at the end, as in a conversation. */
	newestLast?: boolean;
	/** The row to scroll to; each new object scrolls again. */
	shown?: { key: string } | null;
	children: (item: T) => ComponentChildren;
}

/** A paged list of any length: its states, its rows, and the next page when the reader comes near the last row. */
export function PagedView<T>(properties: Properties<T>) {
	const { label, of, rowHeight, empty, framed = false, newestLast = false } = properties;
	const { shown = null, children } = properties;
	return (
		<PagedStates of={of} empty={empty}>
			{(items) => {
				const list = (
					<WindowedList
						label={label}
						items={newestLast ? items.toReversed() : items}
						keyOf={of.keyOf}
						rowHeight={rowHeight}
						shown={shown}
						{...(newestLast ? { fromEnd: true, onStart: of.more } : { onEnd: of.more })}
					>
						{children}
					</WindowedList>
				);
				return framed ? <div class="windowed-frame">{list}</div> : list;
			}}
		</PagedStates>
	);
}
