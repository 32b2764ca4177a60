import { useEffect, useLayoutEffect } from 'preact/hooks';

interface ListPosition {
	top: number;
	/** Heights of the rows that were drawn, by their keys: without them the same position shows other rows. */
	heights: ReadonlyMap<string | number | bigint, number>;
}

/** The scroll positions of one entry of the history: of the page, and of the lists by their labels. */
interface Positions {
	page: number;
	lists: Map<string, ListPosition>;
}

/** In memory: a page that is loaded again has other rows. */
const positions = new Map<string, Positions>();
/** Milliseconds in which the content of a screen grows to the height that it had. */
const GROWTH = 3000;

/** Returns the positions of the current entry of the history, which gets a key when it is new. */
function currentPositions(): Positions {
	const state = history.state as { key?: string } | null;
	const key = state?.key ?? String(Math.random());
	if (state?.key === undefined) history.replaceState({ ...state, key }, '');
	const known = positions.get(key) ?? { page: 0, lists: new Map<string, ListPosition>() };
	positions.set(key, known);
	return known;
}

/** Returns where a list was scrolled to when its screen was left; its beginning for a screen that is new. */
export function listPosition(label: string): ListPosition {
	return currentPositions().lists.get(label) ?? { top: 0, heights: new Map() };
}

export function keepListPosition(label: string, position: ListPosition): void {
	currentPositions().lists.set(label, position);
}

/** Scrolls the page to where it was when Back or Forward leads to an area of it, and to the top of a new one. */
export function useScrollRestoration(area: string): void {
	useEffect(() => {
		history.scrollRestoration = 'manual';
		const onScroll = () => {
			currentPositions().page = window.scrollY;
		};
		window.addEventListener('scroll', onScroll, { passive: true });
		return () => {
			window.removeEventListener('scroll', onScroll);
		};
	}, []);
	useLayoutEffect(() => {
		const { page } = currentPositions();
		window.scrollTo(0, page);
		if (page === 0) return;
		const observer = new ResizeObserver(() => {
			window.scrollTo(0, page);
			if (Math.abs(window.scrollY - page) <= 1) observer.disconnect();
		});
		observer.observe(document.body);
		const stop = () => {
			observer.disconnect();
		};
		const timer = window.setTimeout(stop, GROWTH);
		window.addEventListener('wheel', stop, { passive: true, once: true });
		window.addEventListener('pointerdown', stop, { once: true });
		window.addEventListener('keydown', stop, { once: true });
		return () => {
			stop();
			window.clearTimeout(timer);
			window.removeEventListener('wheel', stop);
			window.removeEventListener('pointerdown', stop);
			window.removeEventListener('keydown', stop);
		};
	}, [area]);
}
