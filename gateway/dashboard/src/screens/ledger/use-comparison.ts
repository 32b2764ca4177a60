import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { toApiError, type ApiError } from '../../api/api-error.ts';
import type { Loaded } from '../../api/hooks/use-load.ts';
import type { LedgerHourItem } from '../../api/types.ts';
import { readHours } from './read-hours.ts';

export const HOUR = 3_600_000;
/** Hours of one request: few, so that the first ones are soon shown. */
const WINDOW = 3;

interface State {
	/** Hours that are compared so far; null: no comparison runs. */
	done: number | null;
	/** Why the latest comparison ended early. */
	error: ApiError | undefined;
}

export interface Comparison extends State {
	/** How many were begun. */
	round: number;
	/** Compares the rows of the hours again. */
	run: () => Promise<void>;
}

const NONE: State = { done: null, error: undefined };

/**
 * Compares the rows of the latest hours again, a few of them at a time, newest first. Each result replaces the shown
 * figures of its hours. A comparison ends when the screen is left, or shows other hours.
 */
export function useComparison(
	{ instanceId, count }: { instanceId: string; count: number },
	{ data = [], replace }: Loaded<LedgerHourItem[]>,
): Comparison {
	const [state, setState] = useState(NONE);
	const [round, setRound] = useState(0);
	const running = useRef(new AbortController());
	useLayoutEffect(
		() => () => {
			running.current.abort();
			setState(NONE);
		},
		[instanceId, count],
	);

	async function run(): Promise<void> {
		running.current = new AbortController();
		const { signal } = running.current;
		const shown = Date.parse(data[0]?.from ?? '') || 0;
		const newest = Math.max(shown, Math.floor(Date.now() / HOUR) * HOUR);
		const oldest = newest - (count - 1) * HOUR;
		setState({ ...NONE, done: 0 });
		setRound((before) => before + 1);
		try {
			for (let last = newest; last >= oldest; last -= WINDOW * HOUR) {
				const first = Math.max(oldest, last - (WINDOW - 1) * HOUR);
				const range = { from: at(first), ...(last === newest ? {} : { to: at(last) }) };
				const compared = await readHours({ instanceId, recount: true, ...range }, signal);
				if (signal.aborted) return;
				replace((before = []) => {
					const others = before.filter(
						({ from }) => from >= at(oldest) && !compared.some((one) => one.from === from),
					);
					return [...others, ...compared].sort((a, b) => b.from.localeCompare(a.from));
				});
				setState({ ...NONE, done: (newest - first) / HOUR + 1 });
			}
			setState(NONE);
		} catch (reason) {
			if (!signal.aborted) setState({ ...NONE, error: toApiError(reason) });
		}
	}

	return { ...state, round, run };
}

function at(time: number): string {
	return new Date(time).toISOString();
}
