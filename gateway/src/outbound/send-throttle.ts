import type { Clock } from '../domain/clock.ts';
import type { InstanceId } from '../domain/ids.ts';

/** Milliseconds an instance has to wait before its next message goes out; asking takes the turn. */
export type SendThrottle = (instanceId: InstanceId) => number;

/**
 * Spreads the messages of an instance: networks suspend accounts that send faster than a person could.
 * `interval`: milliseconds between two messages, 0 for no limit.
 */
export function createSendThrottle(clock: Clock, interval: number): SendThrottle {
	const nextTurns = new Map<InstanceId, number>();
	return (instanceId) => {
		if (interval === 0) return 0;
		const now = clock.now();
		const turn = Math.max(now, nextTurns.get(instanceId) ?? 0);
		nextTurns.set(instanceId, turn + interval);
		return turn - now;
	};
}
