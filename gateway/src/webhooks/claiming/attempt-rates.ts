import type { WebhookId } from '../../domain/ids.ts';
import type { Lane } from '../../store/webhooks/deliveries/claim-deliveries.ts';

/** Milliseconds of a rate per second. */
const SECOND = 1000;

/** A webhook with its rate; null: not limited. */
export interface RatedWebhook {
	webhookId: WebhookId;
	ratePerSecond: number | null;
}

/**
 * The rates of webhooks. Each limited webhook has a bucket with as many tokens as it may have attempts in a second; an
 * attempt takes a token, which returns a second later. So no second, wherever it begins, has more attempts than the
 * rate. The gateways on a database share a rate: each has an equal part. A part below one is one token that returns
 * after more than a second. Times are epoch milliseconds.
 */
export interface AttemptRates {
	/** Replaces the rates of all webhooks; `gateways` is the number of gateways that share them. */
	replace(webhooks: readonly RatedWebhook[], gateways: number): void;
	/** Adds webhooks that are not known yet. */
	add(webhooks: readonly RatedWebhook[]): void;
	/** Whether the rate of a webhook is known. Until then none of its deliveries may be attempted. */
	knows(webhookId: WebhookId): boolean;
	/**
	 * Returns how many tokens of a webhook a lane may take now; Infinity: it is not limited. Where the other lane has
	 * deliveries due too, each lane gets half, and of an odd number the lane that did not take the last one gets more.
	 */
	available(webhookId: WebhookId, lane: Lane, options: { now: number; isShared: boolean }): number;
	take(webhookId: WebhookId, lane: Lane, options: { now: number; count: number }): void;
	/** Puts back tokens that were taken at a time and not used for an attempt. */
	refund(webhookId: WebhookId, options: { takenAt: number; count: number }): void;
	/** Returns the time of the next token for any of the webhooks that match and have none. Infinity: there is none. */
	nextTokenAt(now: number, isWaiting: (webhookId: WebhookId) => boolean): number;
}

interface Bucket {
	size: number;
	/** Milliseconds until a taken token returns. */
	period: number;
	/** When the tokens were taken, oldest first; may still include tokens that have returned. */
	taken: number[];
	lastLane: Lane;
}

export function createAttemptRates(): AttemptRates {
	const known = new Set<WebhookId>();
	/** The buckets of the webhooks that have a rate. */
	let buckets = new Map<WebhookId, Bucket>();
	let sharedBy = 1;

	function bucketOf(webhookId: WebhookId, ratePerSecond: number): Bucket {
		const share = ratePerSecond / sharedBy;
		const size = Math.max(1, Math.floor(share));
		const { taken, lastLane } = buckets.get(webhookId) ?? { taken: [], lastLane: 'retry' };
		return { size, period: Math.ceil((size / share) * SECOND), taken, lastLane };
	}

	function bucketsOf(webhooks: readonly RatedWebhook[]): [WebhookId, Bucket][] {
		return webhooks.flatMap(({ webhookId, ratePerSecond }): [WebhookId, Bucket][] =>
			ratePerSecond === null ? [] : [[webhookId, bucketOf(webhookId, ratePerSecond)]],
		);
	}

	return {
		replace(webhooks, gateways) {
			sharedBy = gateways;
			buckets = new Map(bucketsOf(webhooks));
			known.clear();
			for (const { webhookId } of webhooks) known.add(webhookId);
		},
		add(webhooks) {
			for (const [id, bucket] of bucketsOf(webhooks)) buckets.set(id, bucket);
			for (const { webhookId } of webhooks) known.add(webhookId);
		},
		knows: (webhookId) => known.has(webhookId),
		available(webhookId, lane, { now, isShared }) {
			const bucket = buckets.get(webhookId);
			if (bucket === undefined) return known.has(webhookId) ? Infinity : 0;
			const tokens = tokensIn(bucket, now);
			if (!isShared) return tokens;
			return lane === bucket.lastLane ? Math.floor(tokens / 2) : Math.ceil(tokens / 2);
		},
		take(webhookId, lane, { now, count }) {
			const bucket = buckets.get(webhookId);
			if (bucket === undefined || count === 0) return;
			dropReturned(bucket, now);
			for (let taken = 0; taken < count; taken += 1) bucket.taken.push(now);
			bucket.lastLane = lane;
		},
		refund(webhookId, { takenAt, count }) {
			const taken = buckets.get(webhookId)?.taken ?? [];
			const last = taken.lastIndexOf(takenAt);
			if (last !== -1) taken.splice(Math.max(0, last + 1 - count), count);
		},
		nextTokenAt(now, isWaiting) {
			let next = Infinity;
			for (const [webhookId, bucket] of buckets) {
				if (tokensIn(bucket, now) > 0 || !isWaiting(webhookId)) continue;
				next = Math.min(next, (bucket.taken[bucket.taken.length - bucket.size] ?? now) + bucket.period);
			}
			return next;
		},
	};
}

function tokensIn(bucket: Bucket, now: number): number {
	dropReturned(bucket, now);
	return Math.max(0, bucket.size - bucket.taken.length);
}

/**
 * Removes the times of tokens that have returned, and times more than a period after now: the clock of the machine was
 * set back after they were written.
 */
function dropReturned({ taken, period }: Bucket, now: number): void {
	const firstOut = taken.findIndex((at) => at > now - period && at <= now + period);
	taken.splice(0, firstOut === -1 ? taken.length : firstOut);
}
