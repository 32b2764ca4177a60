import type { Clock } from '../../domain/clock.ts';
import type { WebhookId } from '../../domain/ids.ts';
import { claimToken, type ClaimedDelivery } from '../../store/webhooks/deliveries/claim-deliveries.ts';
import {
	CLAIM_NOTHING,
	type ClaimOnInsert,
	type InsertClaim,
} from '../../store/webhooks/deliveries/insert-claim.ts';
import type { SharingDeps } from './allocate-shares.ts';
import { CLAIM_LENGTH } from './claim-due.ts';
import type { Capacity, Slot } from './concurrency-limiter.ts';
import type { LocalQueue } from './local-queue.ts';

export interface ClaimOnInsertDeps extends SharingDeps {
	clock: Clock;
	localQueue: LocalQueue;
	/** Returns a unique token for a claim. */
	token: () => string;
	/** Whether the worker claims deliveries: not before its first scan, and not while it stops. */
	isClaiming: () => boolean;
	/** Starts the attempt of a claimed delivery in its slot. */
	start: (delivery: ClaimedDelivery, slot: Slot) => void;
	/** Starts the attempts of deliveries in the local queue, as far as there is room. */
	startQueued: () => void;
	/** Adds work that the stop of the worker waits for. */
	track: (work: Promise<unknown>) => void;
	/** Called when the capacity of a released claim is free again. */
	onReleased: () => void;
}

/**
 * Reserves capacity for the initial attempts of deliveries, unless older deliveries of their webhook are due. Where a
 * fast receiver has no capacity left, a delivery gets a place in the local queue.
 */
export function createClaimOnInsert(deps: ClaimOnInsertDeps): ClaimOnInsert {
	const { limiter, rates, ready, clock, localQueue, track } = deps;

	/** Returns what to do when the delivery is inserted, or is not; null: there is neither capacity nor a place. */
	function reserve(
		webhookId: WebhookId,
		capacity: Capacity,
		now: number,
	): Pick<InsertClaim, 'begin' | 'release'> | null {
		const options = { now, isShared: ready.isReady(webhookId, 'retry', now) };
		const tokens = rates.available(webhookId, 'initial', options);
		if (tokens === 0) return null;
		if (!localQueue.isWaiting(webhookId) && capacity.allocate(webhookId, 'initial', 1) === 1) {
			rates.take(webhookId, 'initial', { now, count: 1 });
			const slot = limiter.begin(webhookId, 'initial', now);
			return {
				begin(delivery) {
					deps.start(delivery, slot);
				},
				release() {
					limiter.cancel(slot);
					rates.refund(webhookId, { takenAt: now, count: 1 });
				},
			};
		}
		const isLimited = tokens !== Infinity;
		if (isLimited || !limiter.isFast(webhookId, now) || !localQueue.reserve(webhookId)) return null;
		return {
			begin(delivery) {
				localQueue.add(delivery, clock.now());
				deps.startQueued();
			},
			release() {
				localQueue.cancel(webhookId);
			},
		};
	}

	return (webhookIds) => {
		if (!deps.isClaiming()) return CLAIM_NOTHING(webhookIds);
		const now = clock.now();
		const capacity = limiter.capacity(now);
		const backlogged = new Set(ready.ready('initial', now));
		const token = deps.token();
		return webhookIds.map((webhookId) => {
			const reserved = backlogged.has(webhookId) ? null : reserve(webhookId, capacity, now);
			if (reserved === null) return null;
			const settled = Promise.withResolvers<undefined>();
			track(settled.promise);
			return {
				tokenFor: (id) => claimToken(token, id),
				until: now + CLAIM_LENGTH,
				begin(delivery) {
					reserved.begin(delivery);
					settled.resolve(undefined);
				},
				release() {
					reserved.release();
					settled.resolve(undefined);
					deps.onReleased();
				},
			};
		});
	};
}
