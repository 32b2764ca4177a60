import type { Clock } from '../../domain/clock.ts';
import {
	claimDeliveries,
	type ClaimedDelivery,
	type Share,
} from '../../store/webhooks/deliveries/claim-deliveries.ts';
import { listQueues } from '../../store/webhooks/queues/webhook-queues.ts';
import type { Store } from '../../store/store.ts';
import { ATTEMPT_DEADLINE } from '../attempts/attempt.ts';
import { allocateShares, type SharingDeps } from './allocate-shares.ts';
import type { AttemptRates } from './attempt-rates.ts';

/** Milliseconds for which a claim is valid: well over an attempt's deadline and the commit of its outcome. */
export const CLAIM_LENGTH = ATTEMPT_DEADLINE + 15_000;

export interface ClaimDueDeps extends SharingDeps {
	store: Pick<Store, 'commit'>;
	clock: Clock;
	/** Returns a unique token for a claim. */
	token: () => string;
	/** Starts the attempt of a claimed delivery. */
	start: (delivery: ClaimedDelivery) => void;
}

/** The shares of a claim, and when their tokens were taken (epoch milliseconds). */
interface Allocated {
	shares: readonly Share[];
	takenAt: number;
}

/** Claims due deliveries, as many as the limiter has capacity for, and starts their attempts. */
export async function claimDue(deps: ClaimDueDeps): Promise<void> {
	const { rates } = deps;
	let allocated: Allocated | null = null;
	const allocateTokens = (now: number): readonly Share[] => {
		if (allocated !== null) return allocated.shares;
		allocated = { shares: allocateShares(deps, now), takenAt: now };
		for (const { webhookId, lane, limit } of allocated.shares) {
			rates.take(webhookId, lane, { now, count: limit });
		}
		return allocated.shares;
	};
	let found: readonly number[] = [];
	try {
		const result = await claimShares(deps, allocateTokens);
		found = result.found;
		for (const delivery of result.claimed) deps.start(delivery);
	} finally {
		refundUnused(rates, allocated, found);
	}
}

function refundUnused(rates: AttemptRates, allocated: Allocated | null, found: readonly number[]): void {
	allocated?.shares.forEach(({ webhookId, limit }, index) => {
		rates.refund(webhookId, { takenAt: allocated.takenAt, count: limit - (found[index] ?? 0) });
	});
}

/** Claims the shares that `sharesAt` returns for the time of the transaction; see claimDeliveries(). */
function claimShares(
	{ store, clock, ready, token }: ClaimDueDeps,
	sharesAt: (now: number) => readonly Share[],
): ReturnType<typeof claimDeliveries> {
	return store.commit(async ({ db }) => {
		const now = clock.now();
		// Allocated when the transaction runs, to include capacity that became free while it was queued; a second run
		// claims the same shares.
		const shares = sharesAt(now);
		for (const { webhookId, lane } of shares) ready.remove(webhookId, lane);
		const result = await claimDeliveries(db, {
			shares,
			now,
			until: now + CLAIM_LENGTH,
			token: token(),
		});
		const used = shares.filter(({ limit }, index) => result.found[index] === limit);
		for (const { webhookId, lane } of used) {
			if (lane === 'initial') ready.markReady([webhookId]);
			else ready.scheduleRetry(webhookId, now);
		}
		const retried = shares.filter((share) => share.lane === 'retry' && !used.includes(share));
		const queues = await listQueues(
			db,
			retried.map(({ webhookId }) => webhookId),
		);
		for (const { webhookId, retryAt, paused } of queues) {
			if (retryAt !== null && !paused) ready.scheduleRetry(webhookId, retryAt);
		}
		return result;
	});
}
