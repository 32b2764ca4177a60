import type { Clock } from '../../../domain/clock.ts';

/** Milliseconds a request may take: without a sign of life, and altogether. */
export interface TimeLimits {
	idle: number;
	total: number;
}

/** Aborts a request that takes too long. */
export interface TimeLimit {
	/** Aborted when time is up, and with the first of the outer signals. */
	signal: AbortSignal;
	/** Something came in: the time without a sign of life begins anew. */
	moved: () => void;
	/** Has to be called when the request is over. */
	stop: () => void;
}

/** The other side answers too slowly, or has stopped answering. */
export class TooSlow extends Error {
	constructor() {
		super('The answer took too long.');
		this.name = 'TooSlow';
	}
}

export function startTimeLimit(
	clock: Clock,
	{ idle, total }: TimeLimits,
	outer: readonly AbortSignal[],
): TimeLimit {
	const controller = new AbortController();
	const expire = (): void => {
		controller.abort(new TooSlow());
	};
	const end = (event: Event): void => {
		controller.abort((event.target as AbortSignal).reason);
	};
	const cancelTotal = clock.schedule(total, expire);
	let cancelIdle = clock.schedule(idle, expire);
	for (const signal of outer) {
		if (signal.aborted) controller.abort(signal.reason);
		signal.addEventListener('abort', end);
	}

	return {
		signal: controller.signal,
		moved() {
			cancelIdle();
			cancelIdle = clock.schedule(idle, expire);
		},
		stop() {
			cancelIdle();
			cancelTotal();
			for (const signal of outer) signal.removeEventListener('abort', end);
		},
	};
}
