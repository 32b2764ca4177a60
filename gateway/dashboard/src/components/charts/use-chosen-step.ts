import { useState } from 'preact/hooks';

/** Which step each key chooses, of the current one and the last. */
const MOVES = {
	ArrowLeft: (current: number) => Math.max(0, current - 1),
	ArrowRight: (current: number, last: number) => (current > last ? 0 : Math.min(last, current + 1)),
	Home: () => 0,
	End: (_current: number, last: number) => last,
	Escape: () => null,
};

/**
 * The step of a chart that the reader has chosen, null: none, with what chooses it. The arrow keys, Home and End choose a
 * step; Escape, leaving the chart and pointing elsewhere choose none.
 */
export function useChosenStep(count: number) {
	const [chosen, choose] = useState<number | null>(null);
	const chooseNone = (): void => {
		choose(null);
	};
	const onKeyDown = (event: KeyboardEvent): void => {
		if (event.altKey || event.ctrlKey || event.metaKey || !Object.hasOwn(MOVES, event.key)) return;
		event.preventDefault();
		const move = MOVES[event.key as keyof typeof MOVES];
		choose(move(chosen ?? count, count - 1));
	};
	return {
		chosen,
		choose,
		/** Properties of the element that has the focus. */
		keys: { role: 'group', tabIndex: 0, onKeyDown, onPointerLeave: chooseNone, onBlur: chooseNone },
	} as const;
}
