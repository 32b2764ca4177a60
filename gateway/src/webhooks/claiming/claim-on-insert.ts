import type { Clock } from '../../domain/clock.ts';
import { claimToken, type ClaimedDelivery } from '../../store/webhooks/claim-deliveries.ts';
import { CLAIM_NOTHING, type ClaimOnInsert } from '../../store/webhooks/insert-claim.ts';
import type { SharingDeps } from './allocate-shares.ts';
import { CLAIM_LENGTH } from './claim-due.ts';
import type { Slot } from './concurrency-limiter.ts';

export interface ClaimOnInsertDeps extends SharingDeps {
	clock: Clock;
	/** Returns a text that no other claim has. */
	token: () => string;
	/** Whether the worker claims deliveries: it knows which webhooks have older ones due, and does not stop. */
	isClaiming: () => boolean;
	/** Starts the attempt of a claimed delivery in its slot. */
	start: (delivery: ClaimedDelivery, slot: Slot) => void;
	/** Adds work that the stop of the worker waits for. */
	track: (work: Promise<unknown>) => void;
	/** Called when the room of a claim is free again. */
	onReleased: () => void;
}

/** Reserves room for the initial attempts of deliveries, unless older deliveries of their webhook are due. */
export function createClaimOnInsert(deps: ClaimOnInsertDeps): ClaimOnInsert {
	const { limiter, rates, ready, clock, track } = deps;
	return (webhookIds) => {
		if (!deps.isClaiming()) return CLAIM_NOTHING(webhookIds);
		const now = clock.now();
		const capacity = limiter.capacity(now);
		const behind = new Set(ready.ready('initial', now));
		const token = deps.token();
		return webhookIds.map((webhookId) => {
			const options = { now, isShared: ready.isReady(webhookId, 'retry', now) };
			if (behind.has(webhookId) || rates.available(webhookId, 'initial', options) === 0) return null;
			if (capacity.allocate(webhookId, 'initial', 1) === 0) return null;
			rates.take(webhookId, 'initial', { now, count: 1 });
			const slot = limiter.begin(webhookId, 'initial', now);
			const certain = Promise.withResolvers<undefined>();
			track(certain.promise);
			return {
				tokenFor: (id) => claimToken(token, id),
				until: now + CLAIM_LENGTH,
				begin(delivery) {
					deps.start(delivery, slot);
					certain.resolve(undefined);
				},
				release() {
					limiter.cancel(slot);
					rates.giveBack(webhookId, { takenAt: now, count: 1 });
					certain.resolve(undefined);
					deps.onReleased();
				},
			};
		});
	};
}
