import { useEffect, useRef } from 'preact/hooks';

/** Milliseconds: events come in bursts, and one look after a burst is enough. */
const QUIET = 400;

/** A function that acts once for all its calls within a short while. */
export function useDebounced(act: () => void): () => void {
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
		}, QUIET);
	};
}
