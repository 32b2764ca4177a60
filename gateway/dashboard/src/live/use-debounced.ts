import { useEffect, useRef } from 'preact/hooks';

/** Milliseconds: events come in bursts, and one reload after a burst is enough. */
const DELAY = 400;

/** Returns a function that runs `act` once for all calls within `delay` milliseconds of the first. */
export function useDebounced(act: () => void, delay = DELAY): () => void {
	const latest = useRef(act);
	latest.current = act;
	const timer = useRef<number>(undefined);
	useEffect(
		() => () => {
			window.clearTimeout(timer.current);
		},
		[],
	);
	return () => {
		if (timer.current !== undefined) return;
		timer.current = window.setTimeout(() => {
			timer.current = undefined;
			latest.current();
		}, delay);
	};
}
