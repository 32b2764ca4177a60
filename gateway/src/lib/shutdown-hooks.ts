import type { Clock } from '../domain/clock.ts';
import { withTimeLimit } from './concurrency/with-time-limit.ts';

/** Milliseconds a hook may take, where it does not say otherwise. */
const TIME_LIMIT = 5000;

/** Functions that stop the components of a program, in reverse order of their start. */
export interface ShutdownHooks {
	/**
	 * Registers the function that stops a component. Call it on the line after the component is started. `timeLimit` is
	 * in milliseconds.
	 */
	add(component: string, stop: () => unknown, timeLimit?: number): void;
	/** Whether `runAll` was called. */
	isStopping(): boolean;
	/**
	 * Stops the components in reverse order. Passes the error of a component that throws or exceeds its time limit to
	 * `onError` with its name, and stops the others all the same. A second call waits for the first.
	 */
	runAll(): Promise<void>;
}

/** Creates an empty list of hooks, with the clock of their time limits. */
export function createShutdownHooks(
	clock: Clock,
	onError: (error: unknown, component: string) => void,
): ShutdownHooks {
	const hooks: { component: string; stop: () => unknown; timeLimit: number }[] = [];
	let stopping: Promise<void> | null = null;

	async function runAll(): Promise<void> {
		for (let hook = hooks.pop(); hook !== undefined; hook = hooks.pop()) {
			const { component, stop, timeLimit } = hook;
			try {
				await withTimeLimit(
					clock,
					timeLimit,
					stop,
					(seconds) => `It did not stop within ${seconds} seconds.`,
				);
			} catch (error) {
				onError(error, component);
			}
		}
	}

	return {
		add(component, stop, timeLimit = TIME_LIMIT) {
			hooks.push({ component, stop, timeLimit });
		},
		isStopping: () => stopping !== null,
		runAll() {
			stopping ??= runAll();
			return stopping;
		},
	};
}
