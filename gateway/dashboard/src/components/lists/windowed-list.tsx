import {
	elementScroll,
	observeElementOffset,
	observeElementRect,
	Virtualizer,
	type VirtualizerOptions,
} from '@tanstack/virtual-core';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks';
import { listPosition } from '../../routing/scroll-positions.ts';
import { Button } from '../forms/button.tsx';
import { formatInteger } from '../display/format.ts';
import { useListPosition } from './use-list-position.ts';
import { useSteadyRows } from './use-steady-rows.ts';
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
	/** The row to scroll to, whose article takes the focus; each new object scrolls again. */
	shown?: { key: string } | null;
}

/** Rows that are rendered beyond the visible ones. */
const OVERSCAN = 8;
/** Rows from the end at which more are loaded. */
const NEAR = 10;

/** A list of any length that renders only the visible rows, in a scroll container of its own. */
export function WindowedList<T>(properties: Properties<T>) {
	const {
		label,
		items,
		keyOf,
		rowHeight,
		children,
		onEnd,
		onStart,
		fromEnd = false,
		shown = null,
	} = properties;
	const scroller = useRef<HTMLDivElement>(null);
	const list = useVirtualizer(label, {
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

	useListPosition({ label, virtualizer: list, scroller, enabled: !fromEnd });
	const before = useSteadyRows({
		items,
		keyOf,
		rowHeight,
		virtualizer: list,
		scroller,
		enabled: !fromEnd,
	});
	useShown(shown, { list, scroller, items, keyOf });

	return (
		<div class="windowed-box">
			{before > 0 && (
				<Button
					kind="main"
					onClick={() => {
						scroller.current?.focus();
						list.scrollToOffset(0);
					}}
				>
					{formatInteger(before)} new
				</Button>
			)}
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
		</div>
	);
}

interface ListParts<T> extends Pick<Properties<T>, 'items' | 'keyOf'> {
	list: Virtualizer<HTMLDivElement, HTMLLIElement>;
	scroller: { current: HTMLDivElement | null };
}

/** Scrolls to the row that is to be shown, and focuses its article once it is drawn. */
function useShown<T>(shown: { key: string } | null, { list, scroller, items, keyOf }: ListParts<T>): void {
	const awaited = useRef<number | null>(null);
	useEffect(() => {
		const index = shown === null ? -1 : items.findIndex((item) => keyOf(item) === shown.key);
		if (index === -1) return;
		awaited.current = index;
		list.scrollToIndex(index, { align: 'center' });
	}, [shown]);
	useEffect(() => {
		const row = scroller.current?.querySelector(`li[data-index="${awaited.current}"] article`);
		if (!(row instanceof HTMLElement)) return;
		awaited.current = null;
		row.tabIndex = -1;
		row.focus({ preventScroll: true });
		row.addEventListener(
			'blur',
			() => {
				row.removeAttribute('tabindex');
			},
			{ once: true },
		);
	});
}

type Options = Omit<
	VirtualizerOptions<HTMLDivElement, HTMLLIElement>,
	'scrollToFn' | 'observeElementRect' | 'observeElementOffset' | 'onChange'
>;

function useVirtualizer(label: string, options: Options): Virtualizer<HTMLDivElement, HTMLLIElement> {
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
	const [virtualizer] = useState(() => {
		const created = new Virtualizer(all);
		for (const [key, height] of listPosition(label).heights) created.itemSizeCache.set(key, height);
		return created;
	});
	virtualizer.setOptions(all);
	useLayoutEffect(() => virtualizer._didMount(), []);
	useLayoutEffect(() => {
		virtualizer._willUpdate();
	});
	return virtualizer;
}
