import type { Virtualizer } from '@tanstack/virtual-core';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { keepListPosition, listPosition } from '../../routing/scroll-positions.ts';

interface List {
	label: string;
	virtualizer: Virtualizer<HTMLDivElement, HTMLLIElement>;
	scroller: { current: HTMLDivElement | null };
	/** Whether the list begins at its first row. */
	enabled: boolean;
}

/** Scrolls a list to where it was when Back or Forward leads to its screen; further pages are loaded on the way. */
export function useListPosition({ label, virtualizer, scroller, enabled }: List): void {
	const wanted = useRef(enabled ? listPosition(label).top : 0);
	const height = virtualizer.getTotalSize();
	useLayoutEffect(() => {
		const element = scroller.current;
		if (wanted.current === 0 || element === null) return;
		element.scrollTop = wanted.current;
		if (element.scrollTop >= wanted.current - 1) wanted.current = 0;
	}, [height]);
	useEffect(() => {
		const element = scroller.current;
		if (!enabled || element === null) return;
		const onScroll = () => {
			if (wanted.current === 0) {
				keepListPosition(label, { top: element.scrollTop, heights: virtualizer.itemSizeCache });
			}
		};
		// The reader scrolls elsewhere.
		const stop = () => {
			wanted.current = 0;
		};
		element.addEventListener('scroll', onScroll, { passive: true });
		element.addEventListener('wheel', stop, { passive: true });
		element.addEventListener('pointerdown', stop);
		element.addEventListener('keydown', stop);
		return () => {
			element.removeEventListener('scroll', onScroll);
			element.removeEventListener('wheel', stop);
			element.removeEventListener('pointerdown', stop);
			element.removeEventListener('keydown', stop);
		};
	}, []);
}
