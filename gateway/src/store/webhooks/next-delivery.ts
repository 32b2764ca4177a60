import type { Db } from '../schema.ts';
import { listQueues } from './queues/webhook-queues.ts';

/**
 * When the next delivery is due (epoch milliseconds); null: none is. By `now` or earlier: one is due or under way. A
 * webhook with a limit of attempts a second has its next one when the limit allows it.
 */
export async function findNextDelivery(db: Db, now: number): Promise<number | null> {
	const claimed = await db
		.selectFrom('deliveries')
		.select('due_at')
		.where('claim_token', 'is not', null)
		.limit(1)
		.executeTakeFirst();
	if (claimed !== undefined) return now;
	let next = Infinity;
	for (const { status, role, paused, hasInitial, retryAt, ratePerSecond } of await listQueues(db)) {
		if (status !== 'active' || role === 'deleted' || paused) continue;
		const due = hasInitial ? now : (retryAt ?? Infinity);
		next = Math.min(next, due <= now && ratePerSecond !== null ? now + 1000 / ratePerSecond : due);
	}
	return next === Infinity ? null : Math.ceil(next);
}
