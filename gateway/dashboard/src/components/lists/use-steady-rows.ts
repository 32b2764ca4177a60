import type { Virtualizer } from '@tanstack/virtual-core';
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks';

interface List<T> {
	items: readonly T[];
	keyOf: (item: T) => string;
	/** Height in pixels of a row that is not drawn yet. */
	rowHeight: number;
	virtualizer: Virtualizer<HTMLDivElement, HTMLLIElement>;
	scroller: { current: HTMLDivElement | null };
	/** Whether new rows are added before the others. */
	enabled: boolean;
}

/**
 * Keeps the visible rows in place when others are added or moved before them: while the list is scrolled, or a row has
 * the focus by keyboard. Returns the number of new rows before the visible ones.
 */
export function useSteadyRows<T>(list: List<T>): number {
	const { items, keyOf, virtualizer, scroller, enabled } = list;
	const drawn = useRef(items);
	const [before, setBefore] = useState(0);
	const [, redraw] = useReducer((count: number) => count + 1, 0);
	// What this render replaces: the virtualizer measures rows that it draws, and scrolls by what they differ from
	// `rowHeight`, before the effect runs.
	const startsBefore = enabled && drawn.current !== items ? startsOf(drawn.current, list) : null;
	const offset = virtualizer.scrollOffset ?? 0;

	useLayoutEffect(() => {
		const earlier = drawn.current;
		drawn.current = items;
		const element = scroller.current;
		if (startsBefore === null || element === null || !isRead(element)) return;
		const starts = startsOf(items, list);
		const { scrollTop, clientHeight } = element;
		const visible = earlier.map(keyOf).filter((key) => {
			const start = startsBefore.get(key) ?? 0;
			return start > scrollTop - list.rowHeight && start < scrollTop + clientHeight && starts.has(key);
		});
		const [anchor] = visible;
		const move = median(visible.map((key) => (starts.get(key) ?? 0) - (startsBefore.get(key) ?? 0)));
		if (anchor === undefined || move === 0) return;
		const top = (startsBefore.get(anchor) ?? 0) + move;
		const arrived = [...starts].filter(
			([key, start]) => start < top && (startsBefore.get(key) ?? Infinity) > scrollTop,
		);
		setBefore((count) => count + arrived.length);
		element.scrollTop += move - ((virtualizer.scrollOffset ?? 0) - offset);
		// The rows at the new position are drawn at once, not after the event of scrolling.
		virtualizer.scrollOffset = element.scrollTop;
		redraw(undefined);
	}, [items]);

	useEffect(() => {
		const element = scroller.current;
		const onScroll = () => {
			if (element?.scrollTop === 0) setBefore(0);
		};
		element?.addEventListener('scroll', onScroll, { passive: true });
		return () => {
			element?.removeEventListener('scroll', onScroll);
		};
	}, []);
	return before;
}

/** A row that was pressed has the focus too, but not its visible mark: the reader has gone where it leads. */
function isRead(element: HTMLElement): boolean {
	return element.scrollTop > 0 || element.querySelector(':focus-visible') !== null;
}

/** The distance of each row from the beginning of the list. */
function startsOf<T>(
	items: readonly T[],
	{ keyOf, rowHeight, virtualizer }: List<T>,
): ReadonlyMap<string, number> {
	const starts = new Map<string, number>();
	let start = 0;
	for (const item of items) {
		const key = keyOf(item);
		starts.set(key, start);
		start += virtualizer.itemSizeCache.get(key) ?? rowHeight;
	}
	return starts;
}

/** The middle one: a single row that was moved, such as a chat with a new message, does not count. */
function median(numbers: readonly number[]): number {
	return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;
}
