import type { Clock } from '../../domain/clock.ts';

/** Pauses of many tasks, which all end when the component that runs the tasks stops. */
export interface Pauses {
	/** Resolves after so many milliseconds, or when the pauses are ended; returns whether it lasted that long. */
	pause(duration: number): Promise<boolean>;
	/** Ends all pauses, and every later one at once. */
	end(): void;
}

/** Creates the pauses of one component. */
export function createPauses(clock: Clock): Pauses {
	const ends = new Set<() => void>();
	let ended = false;

	return {
		async pause(duration) {
			if (duration === 0 || ended) return !ended;
			await new Promise<void>((resolve) => {
				const end = (): void => {
					ends.delete(end);
					cancel();
					resolve();
				};
				const cancel = clock.schedule(duration, end);
				ends.add(end);
			});
			return !ended;
		},
		end() {
			ended = true;
			for (const end of ends) end();
		},
	};
}
