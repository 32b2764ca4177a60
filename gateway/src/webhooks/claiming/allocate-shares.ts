import type { WebhookId } from '../../domain/ids.ts';
import { LANES, type Share } from '../../store/webhooks/deliveries/claim-deliveries.ts';
import { listQueues } from '../../store/webhooks/queues/webhook-queues.ts';
import type { Store } from '../../store/store.ts';
import type { AttemptRates } from './attempt-rates.ts';
import type { ConcurrencyLimiter } from './concurrency-limiter.ts';
import type { ReadyIndex } from './ready-index.ts';

/**
 * Most deliveries of one claim. Claiming 256 takes about as long as the sync that follows, so a larger claim would only
 * delay the other writes of its commit.
 */
const CLAIM_SIZE = 256;

/** The state by which capacity is shared among webhooks. */
export interface SharingDeps {
	limiter: ConcurrencyLimiter;
	rates: AttemptRates;
	ready: ReadyIndex;
}

/** Divides the free capacity among the webhooks that may have deliveries due. */
export function allocateShares({ limiter, rates, ready }: SharingDeps, now: number): Share[] {
	const capacity = limiter.capacity(now);
	const shares: Share[] = [];
	let left = CLAIM_SIZE;
	for (const lane of LANES) {
		const webhookIds = ready.ready(lane, now);
		const fair = Math.max(1, Math.floor(left / webhookIds.length));
		for (const webhookId of webhookIds) {
			if (left === 0) return shares;
			const available = rates.available(webhookId, lane, {
				now,
				isShared: isReadyInBothLanes(ready, webhookId, now),
			});
			const limit = capacity.allocate(webhookId, lane, Math.min(fair, left, available));
			if (limit > 0) shares.push({ webhookId, lane, limit });
			left -= limit;
		}
	}
	return shares;
}

/** Whether a webhook may have deliveries due in both lanes. */
function isReadyInBothLanes(ready: ReadyIndex, webhookId: WebhookId, now: number): boolean {
	return LANES.every((lane) => ready.isReady(webhookId, lane, now));
}

/** Reads the rates of webhooks that were created since the latest scan. */
export async function readNewRates(
	{ rates, ready }: Pick<SharingDeps, 'rates' | 'ready'>,
	{ read }: Pick<Store, 'read'>,
	now: number,
): Promise<void> {
	const unknown = LANES.flatMap((lane) => ready.ready(lane, now)).filter((id) => !rates.knows(id));
	if (unknown.length > 0) rates.add(await listQueues(read, unknown));
	for (const id of unknown) {
		// The webhook was deleted after it was added to the index.
		if (!rates.knows(id)) for (const lane of LANES) ready.remove(id, lane);
	}
}

/** Returns when the next retry or token of a rate is due, in epoch milliseconds; Infinity: none is known. */
export function nextShareAt({ rates, ready }: Pick<SharingDeps, 'rates' | 'ready'>, now: number): number {
	const isWaiting = (id: WebhookId): boolean => LANES.some((lane) => ready.isReady(id, lane, now));
	return Math.min(ready.nextRetryAt(now), rates.nextTokenAt(now, isWaiting));
}
