import type { Clock } from '../../../domain/clock.ts';
import { dropOldest } from '../../../lib/bounded/drop-oldest.ts';
import type { Count, CountRequests } from './rate-limiters.ts';

/** Milliseconds after which the local count is added to the shared count, which is the sum of all gateways. */
const SYNC_INTERVAL = 250;
/** Part of a limit from which every request is added to the shared count before it is answered. */
const EXACT_FROM = 0.5;
/** Clients that are known here; those that are idle are forgotten first. */
const CLIENTS = 10_000;

interface LocalCount {
	/** The sum of all gateways when it was read, and what was counted here since. */
	shared: number;
	unsynced: number;
	syncedAt: number;
	/** When the window ends, in epoch milliseconds. */
	endsAt: number;
}

/**
 * Counts the requests of clients that are far from their limit here, and adds them to the count that the gateways share
 * a few times a second: a write for each request would be a third of its cost. From half of the limit on, every request
 * is counted by all gateways together, so the limit holds exactly unless a client uses half of it within a quarter of a
 * second. The unsynced counts of a crashed gateway are lost.
 */
export function countLocally(
	countShared: CountRequests,
	{ limit, clock }: { limit: number; clock: Clock },
): (clientId: string) => Promise<Count> {
	const counts = new Map<string, LocalCount>();

	/** Adds what was counted here, and `more` requests, to the shared count. */
	async function sync(clientId: string, more: number): Promise<Count> {
		const before = counts.get(clientId);
		const points = (before?.unsynced ?? 0) + more;
		if (before !== undefined) before.unsynced = 0;
		const count = await countShared(clientId, points);
		const now = clock.now();
		const unsynced = counts.get(clientId)?.unsynced ?? 0;
		counts.delete(clientId);
		counts.set(clientId, { shared: count.consumed, unsynced, syncedAt: now, endsAt: now + count.resetIn });
		dropOldest(counts, CLIENTS);
		return count;
	}

	return (clientId) => {
		const now = clock.now();
		const count = counts.get(clientId);
		// Without a query, until the window ends. A count of a later time is of a clock that was ahead.
		const isCurrent = count !== undefined && count.syncedAt <= now && now < count.endsAt;
		if (isCurrent && count.shared > limit) {
			return Promise.resolve({ consumed: Infinity, resetIn: count.endsAt - now });
		}
		const isFresh = isCurrent && now - count.syncedAt < 2 * SYNC_INTERVAL;
		if (!isFresh || count.shared + count.unsynced >= limit * EXACT_FROM) return sync(clientId, 1);
		count.unsynced += 1;
		if (count.unsynced === 1) {
			clock.schedule(SYNC_INTERVAL, () => {
				// The counts of a failed write are lost, as those of a crashed gateway.
				if ((counts.get(clientId)?.unsynced ?? 0) > 0) sync(clientId, 0).catch(() => undefined);
			});
		}
		return Promise.resolve({ consumed: count.shared + count.unsynced, resetIn: count.endsAt - now });
	};
}
