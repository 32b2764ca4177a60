import type { Db } from '../../schema.ts';
import { asQueues, queuesOfWebhooks } from '../queues/webhook-queues.ts';

/**
 * Returns when the next delivery is due (epoch milliseconds); null: none is open. `now` or earlier: one is due or under
 * way. The next delivery of a webhook with a rate limit is due when the limit allows it. One statement reads everything: a
 * delivery that is claimed between two statements would be in neither.
 */
export async function findNextDelivery(db: Db, now: number): Promise<number | null> {
	const rows = await queuesOfWebhooks(db)
		.select((eb) =>
			eb.selectFrom('deliveries').select('id').where('claim_token', 'is not', null).limit(1).as('claimedId'),
		)
		.execute();
	if (rows.some(({ claimedId }) => claimedId !== null)) return now;
	let next = Infinity;
	for (const { status, role, paused, hasInitial, retryAt, ratePerSecond } of asQueues(rows)) {
		if (status !== 'active' || role === 'deleted' || paused) continue;
		const due = hasInitial ? now : (retryAt ?? Infinity);
		next = Math.min(next, due <= now && ratePerSecond !== null ? now + 1000 / ratePerSecond : due);
	}
	return next === Infinity ? null : Math.ceil(next);
}
