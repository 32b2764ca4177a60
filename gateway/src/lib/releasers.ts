import type { Clock } from '../domain/clock.ts';
import { withTimeLimit } from './concurrency/with-time-limit.ts';

/** Milliseconds a part may take to be released, where it does not say otherwise. */
const TIME_LIMIT = 5000;

/** The parts that were started, each with what stops it. */
export interface Releasers {
	/** Registers what stops a part. Call it on the line after the part was made. `timeLimit`: milliseconds. */
	add(name: string, release: () => unknown, timeLimit?: number): void;
	/** Whether the parts are being stopped. */
	isStopping(): boolean;
	/**
	 * Stops the parts in reverse order. A part that throws, or exceeds its time limit, is passed to `onError` by its
	 * name and keeps no other from being stopped. A second call waits for the first.
	 */
	releaseAll(): Promise<void>;
}

export function createReleasers(clock: Clock, onError: (error: unknown, name: string) => void): Releasers {
	const parts: { name: string; release: () => unknown; timeLimit: number }[] = [];
	let stopping: Promise<void> | null = null;

	async function releaseAll(): Promise<void> {
		for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
			const { name, release, timeLimit } = part;
			try {
				await withTimeLimit(
					clock,
					timeLimit,
					release,
					(seconds) => `It did not stop within ${seconds} seconds.`,
				);
			} catch (error) {
				onError(error, name);
			}
		}
	}

	return {
		add(name, release, timeLimit = TIME_LIMIT) {
			parts.push({ name, release, timeLimit });
		},
		isStopping: () => stopping !== null,
		releaseAll() {
			stopping ??= releaseAll();
			return stopping;
		},
	};
}
