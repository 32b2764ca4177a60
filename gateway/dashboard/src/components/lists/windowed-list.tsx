import {
	elementScroll,
	observeElementOffset,
	observeElementRect,
	Virtualizer,
	type VirtualizerOptions,
} from '@tanstack/virtual-core';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks';
import './windowed-list.css';

interface Properties<T> {
	/** What the list is of. */
	label: string;
	items: readonly T[];
	keyOf: (item: T) => string;
	/** Height of a row that was not drawn yet, in pixels. */
	rowHeight: number;
	children: (item: T) => ComponentChildren;
	/** Called while the last rows are in sight, at each drawing: there may be more. */
	onEnd?: () => void;
	/** Called while the first rows are in sight, at each drawing. */
	onStart?: () => void;
	/** Begins at the last row and stays there, as a conversation does. */
	fromEnd?: boolean;
}

/** Rows beyond the visible ones that are drawn too. */
const OVERSCAN = 8;
/** So near to its end more of a list is asked for, in rows. */
const NEAR = 10;

/** A list of any length, of which only the rows in sight are in the document. It scrolls by itself. */
export function WindowedList<T>(properties: Properties<T>) {
	const { label, items, keyOf, rowHeight, children, onEnd, onStart, fromEnd = false } = properties;
	const scroller = useRef<HTMLDivElement>(null);
	const list = useVirtualizer({
		count: items.length,
		getScrollElement: () => scroller.current,
		estimateSize: () => rowHeight,
		getItemKey: (index) => keyOf(items[index] as T),
		overscan: OVERSCAN,
		...(fromEnd ? { anchorTo: 'end', followOnAppend: true } : {}),
	});
	const rows = list.getVirtualItems();
	const first = rows.at(0)?.index ?? 0;
	const last = rows.at(-1)?.index ?? 0;

	/** Whether a list that begins at its end has got there; before that its first rows are in sight by accident. */
	const atHome = useRef(!fromEnd);
	useLayoutEffect(() => {
		if (atHome.current || items.length === 0) return;
		if (last === items.length - 1) atHome.current = true;
		else list.scrollToIndex(items.length - 1, { align: 'end' });
	}, [items.length, last]);
	// Each time the list is drawn: what was asked for may have been given up meanwhile, with nothing else changed.
	useEffect(() => {
		if (items.length === 0 || !atHome.current) return;
		if (last >= items.length - NEAR) onEnd?.();
		if (first <= NEAR) onStart?.();
	});

	return (
		<div class="windowed" ref={scroller} tabIndex={0} role="region" aria-label={label}>
			<ul style={{ height: `${list.getTotalSize()}px` }}>
				{rows.map((row) => {
					const item = items[row.index];
					return item === undefined ? null : (
						<li
							key={row.key}
							data-index={row.index}
							ref={list.measureElement}
							aria-setsize={items.length}
							aria-posinset={row.index + 1}
							style={{ transform: `translateY(${row.start}px)` }}
						>
							{children(item)}
						</li>
					);
				})}
			</ul>
		</div>
	);
}

type Options = Omit<
	VirtualizerOptions<HTMLDivElement, HTMLLIElement>,
	'scrollToFn' | 'observeElementRect' | 'observeElementOffset' | 'onChange'
>;

function useVirtualizer(options: Options): Virtualizer<HTMLDivElement, HTMLLIElement> {
	const [, redraw] = useReducer((count: number) => count + 1, 0);
	const all = {
		...options,
		scrollToFn: elementScroll,
		observeElementRect,
		observeElementOffset,
		onChange: () => {
			redraw(undefined);
		},
	};
	const [virtualizer] = useState(() => new Virtualizer(all));
	virtualizer.setOptions(all);
	useLayoutEffect(() => virtualizer._didMount(), []);
	useLayoutEffect(() => {
		virtualizer._willUpdate();
	});
	return virtualizer;
}
