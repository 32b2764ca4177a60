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
	/** Accessible name of the list. */
	label: string;
	items: readonly T[];
	keyOf: (item: T) => string;
	/** Height in pixels of a row that is not drawn yet. */
	rowHeight: number;
	children: (item: T) => ComponentChildren;
	/** Called at each render while the last rows are visible: more may have to be loaded. */
	onEnd?: () => void;
	/** Called at each render while the first rows are visible. */
	onStart?: () => void;
	/** Whether the list starts scrolled to its last row, as a conversation does. */
	fromEnd?: boolean;
}

/** Rows that are rendered beyond the visible ones. */
const OVERSCAN = 8;
/** Rows from the end at which more are loaded. */
const NEAR = 10;

/** A list of any length that renders only the visible rows, in a scroll container of its own. */
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

	/** Whether a list that starts at its end has reached it; until then its first rows are visible without meaning. */
	const isPositioned = useRef(!fromEnd);
	useLayoutEffect(() => {
		if (isPositioned.current || items.length === 0) return;
		if (last === items.length - 1) isPositioned.current = true;
		else list.scrollToIndex(items.length - 1, { align: 'end' });
	}, [items.length, last]);
	// At each render: a load may have been aborted meanwhile without any other change.
	useEffect(() => {
		if (items.length === 0 || !isPositioned.current) return;
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
