import type { Clock } from '../../domain/clock.ts';
import { createPauses } from './pauses.ts';
import { createWakeUp } from './wake-up.ts';

/** Milliseconds until the work is repeated after it failed. */
const RETRY_PAUSE = 1000;

/** A loop that works when something is due. */
export interface DueLoop {
	/** Works at once: something may be due earlier than the last run knew. */
	notify(): void;
	/** Ends the loop; resolves when the running work has ended. */
	stop: () => Promise<void>;
}

/** Runs `work` at once, and then whenever the time that it returns (epoch milliseconds) has come. */
export function runWhenDue(
	clock: Clock,
	work: () => Promise<number>,
	onError: (error: unknown) => void,
): DueLoop {
	const wakeUp = createWakeUp(clock);
	const pauses = createPauses(clock);
	let stopped = false;

	async function run(): Promise<void> {
		while (!stopped) {
			try {
				await wakeUp.wait(await work());
			} catch (error) {
				onError(error);
				await pauses.pause(RETRY_PAUSE);
			}
		}
	}

	const running = run();
	return {
		notify() {
			wakeUp.notify();
		},
		async stop() {
			stopped = true;
			pauses.end();
			wakeUp.notify();
			await running;
		},
	};
}
