import type { Clock } from '../../../domain/clock.ts';

/** Timeouts of a request, in milliseconds. */
export interface TimeLimits {
	/** The time between two chunks of the response. */
	idle: number;
	/** The time for the whole request. */
	total: number;
}

/** Aborts a request that takes too long. */
export interface TimeLimit {
	/** Aborted by either timeout, and by the first of the outer signals. */
	signal: AbortSignal;
	/** Restarts the idle timeout, because data arrived. */
	resetIdle: () => void;
	/** Must be called when the request has ended. */
	stop: () => void;
}

class ResponseTimeout extends Error {
	constructor() {
		super('The response took too long.');
		this.name = 'ResponseTimeout';
	}
}

/** Starts both timeouts of a request; one of the outer signals ends it too. */
export function startTimeLimit(
	clock: Clock,
	{ idle, total }: TimeLimits,
	outer: readonly AbortSignal[],
): TimeLimit {
	const controller = new AbortController();
	const expire = (): void => {
		controller.abort(new ResponseTimeout());
	};
	const abort = (event: Event): void => {
		controller.abort((event.target as AbortSignal).reason);
	};
	const cancelTotal = clock.schedule(total, expire);
	let cancelIdle = clock.schedule(idle, expire);
	for (const signal of outer) {
		if (signal.aborted) controller.abort(signal.reason);
		signal.addEventListener('abort', abort);
	}

	return {
		signal: controller.signal,
		resetIdle() {
			cancelIdle();
			cancelIdle = clock.schedule(idle, expire);
		},
		stop() {
			cancelIdle();
			cancelTotal();
			for (const signal of outer) signal.removeEventListener('abort', abort);
		},
	};
}
