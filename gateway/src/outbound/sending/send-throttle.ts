import type { Clock } from '../../domain/clock.ts';
import type { InstanceId } from '../../domain/ids.ts';

/** Reserves the next turn of an instance; returns the milliseconds until then. */
export type SendThrottle = (instanceId: InstanceId) => number;

/**
 * Spreads the messages of an instance over time: networks suspend accounts that send faster than a person could.
 * `interval`: milliseconds between two messages, 0 for no limit.
 */
export function createSendThrottle(clock: Clock, interval: number): SendThrottle {
	/** The first free turn of each instance that sent within the last interval. */
	const nextTurns = new Map<InstanceId, number>();
	let latest = clock.now();
	return (instanceId) => {
		if (interval === 0) return 0;
		const now = clock.now();
		// The clock of the machine was set back: the turns are as far away as before.
		if (now < latest) for (const [id, turn] of nextTurns) nextTurns.set(id, turn - (latest - now));
		latest = now;
		for (const [id, turn] of nextTurns) if (turn <= now) nextTurns.delete(id);
		const turn = nextTurns.get(instanceId) ?? now;
		nextTurns.set(instanceId, turn + interval);
		return turn - now;
	};
}
