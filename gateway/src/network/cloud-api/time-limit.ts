import type { Clock } from '../../domain/clock.ts';

/** Milliseconds a request may take: without a sign of life, and altogether. */
export interface TimeLimits {
	idle: number;
	total: number;
}

/** Aborts a request that takes too long. */
export interface TimeLimit {
	/** Aborted when time is up, and with the outer signal. */
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
	outer: AbortSignal | undefined,
): TimeLimit {
	const controller = new AbortController();
	const expire = (): void => {
		controller.abort(new TooSlow());
	};
	const end = (): void => {
		controller.abort(outer?.reason);
	};
	const cancelTotal = clock.after(total, expire);
	let cancelIdle = clock.after(idle, expire);
	if (outer?.aborted === true) end();
	outer?.addEventListener('abort', end);

	return {
		signal: controller.signal,
		moved() {
			cancelIdle();
			cancelIdle = clock.after(idle, expire);
		},
		stop() {
			cancelIdle();
			cancelTotal();
			outer?.removeEventListener('abort', end);
		},
	};
}
