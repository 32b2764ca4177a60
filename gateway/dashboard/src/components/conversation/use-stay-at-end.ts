import { useEffect, useRef } from 'preact/hooks';

/** Pixels from the end that still count as the end. */
const NEAR = 60;

/**
 * Keeps the list in a frame at its end, where it is there, while what is around it takes room or messages are added.
 * `drawn` changes when the list appears.
 */
export function useStayAtEnd(drawn: boolean) {
	const frame = useRef<HTMLDivElement>(null);
	useEffect(() => {
		const scroller = frame.current?.querySelector('.windowed');
		const list = scroller?.firstElementChild;
		if (!drawn || scroller === null || scroller === undefined || list === null || list === undefined) return;
		let atEnd = true;
		const look = () => {
			atEnd = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < NEAR;
		};
		const stay = () => {
			if (atEnd) scroller.scrollTop = scroller.scrollHeight;
		};
		const observer = new ResizeObserver(stay);
		observer.observe(scroller);
		observer.observe(list);
		scroller.addEventListener('scroll', look, { passive: true });
		return () => {
			observer.disconnect();
			scroller.removeEventListener('scroll', look);
		};
	}, [drawn]);
	return frame;
}
