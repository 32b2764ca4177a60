import { dropOldest } from './drop-oldest.ts';

/** Milliseconds for which the same error is counted instead of logged: a job may fail every second for hours. */
const REPEAT_TIME = 60_000;
/** Most errors that are remembered. */
const REMEMBERED = 20;

/**
 * Returns a function that says whether an error is to be logged: once a minute, with what is to be logged beside it, the
 * number of `repeats` since the last time; null: not yet. `now`: milliseconds since an arbitrary moment.
 */
export function createRepeatLimit(
	now: () => number = () => performance.now(),
): (error: unknown) => { repeats?: number } | null {
	const logged = new Map<string, { at: number; repeats: number }>();
	return (error) => {
		const text = String(error);
		const last = logged.get(text);
		if (last !== undefined && now() - last.at < REPEAT_TIME) {
			last.repeats += 1;
			return null;
		}
		logged.delete(text);
		logged.set(text, { at: now(), repeats: 0 });
		dropOldest(logged, REMEMBERED);
		return last === undefined || last.repeats === 0 ? {} : { repeats: last.repeats };
	};
}
