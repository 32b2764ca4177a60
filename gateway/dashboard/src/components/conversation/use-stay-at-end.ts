import { useEffect, useRef } from 'preact/hooks';

/** Pixels from the end within which a list counts as scrolled to its end. */
const NEAR = 60;

/**
 * Keeps the list inside the returned element scrolled to its end, if it is there, while messages are added or the
 * element changes its size. `isDrawn` says whether the list exists.
 */
export function useStayAtEnd(isDrawn: boolean) {
	const frame = useRef<HTMLDivElement>(null);
	useEffect(() => {
		const scroller = frame.current?.querySelector('.windowed');
		const list = scroller?.firstElementChild;
		if (!isDrawn || scroller === null || scroller === undefined || list === null || list === undefined)
			return;
		let atEnd = true;
		const onScroll = () => {
			atEnd = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < NEAR;
		};
		const observer = new ResizeObserver(() => {
			if (atEnd) scroller.scrollTop = scroller.scrollHeight;
		});
		observer.observe(scroller);
		observer.observe(list);
		scroller.addEventListener('scroll', onScroll, { passive: true });
		return () => {
			observer.disconnect();
			scroller.removeEventListener('scroll', onScroll);
		};
	}, [isDrawn]);
	return frame;
}
