import type { WebhookId } from '../../domain/ids.ts';
import type { Lane } from '../../store/webhooks/deliveries/claim-deliveries.ts';
import { ATTEMPT_DEADLINE } from '../attempts/attempt.ts';

/** Milliseconds from which an attempt makes its receiver slow. */
const SLOW_AFTER = 1000;

/** The speed of a receiver's latest answer; `silent` receivers did not answer before the deadline. */
type Health = 'unproven' | 'fast' | 'slow' | 'silent';

/**
 * Most running attempts of each lane: initial attempts and retries have capacity of their own, so neither waits for the
 * other. 512 open requests are more than one core can keep busy, and their sockets and bodies use less than 20 MB.
 */
const LANE_LIMITS: Readonly<Record<Lane, number>> = { initial: 384, retry: 128 };
/** Most running attempts at receivers that are not known to be fast: the other half is for fast ones. */
const NOT_FAST_LIMIT = 256;
/** Most of these at receivers known to be slow or silent: the other half is for unproven ones. */
const SLOW_LIMIT = 128;
/** Most running attempts of one webhook, in each lane. */
const WEBHOOK_LIMITS: Readonly<Record<Health, Readonly<Record<Lane, number>>>> = {
	fast: { initial: 96, retry: 32 },
	unproven: { initial: 8, retry: 4 },
	slow: { initial: 12, retry: 4 },
	silent: { initial: 1, retry: 1 },
};

/** A running attempt. */
export interface Slot {
	webhookId: WebhookId;
	lane: Lane;
	/** Epoch milliseconds. */
	startedAt: number;
}

/** Free capacity for attempts; each allocation reduces it. */
export interface Capacity {
	/** Allocates up to `wanted` attempts of a webhook and lane; returns how many. */
	allocate(webhookId: WebhookId, lane: Lane, wanted: number): number;
}

/**
 * Limits running attempts: in total, for each webhook, and for slow receivers together, so that no receiver delays
 * deliveries to another one.
 */
export interface ConcurrencyLimiter {
	capacity(now: number): Capacity;
	/** Whether the receiver of a webhook answers fast, as far as is known. */
	isFast(webhookId: WebhookId, now: number): boolean;
	begin(webhookId: WebhookId, lane: Lane, now: number): Slot;
	end(slot: Slot, now: number): void;
	/** Frees the slot of an attempt that is not made. */
	cancel(slot: Slot): void;
	/** Forgets all webhooks but these, except where an attempt is running. */
	prune(webhookIds: ReadonlySet<WebhookId>): void;
}

interface Receiver {
	health: Health;
	/** Oldest first. */
	running: Set<Slot>;
}

export function createConcurrencyLimiter(): ConcurrencyLimiter {
	const receivers = new Map<WebhookId, Receiver>();

	function receiverOf(webhookId: WebhookId): Receiver {
		let receiver = receivers.get(webhookId);
		if (receiver === undefined) {
			receiver = { health: 'unproven', running: new Set() };
			receivers.set(webhookId, receiver);
		}
		return receiver;
	}

	return {
		capacity(now) {
			const left = { ...LANE_LIMITS, notFast: NOT_FAST_LIMIT, slow: SLOW_LIMIT };
			const occupy = (health: Health, lane: Lane, count: number): void => {
				left[lane] -= count;
				if (health !== 'fast') left.notFast -= count;
				if (isSlow(health)) left.slow -= count;
			};
			for (const receiver of receivers.values()) {
				const health = healthAt(receiver, now);
				for (const { lane } of receiver.running) occupy(health, lane, 1);
			}
			return {
				allocate(webhookId, lane, wanted) {
					const receiver = receiverOf(webhookId);
					const health = healthAt(receiver, now);
					const limits = [wanted, left[lane], WEBHOOK_LIMITS[health][lane] - countOf(receiver, lane)];
					if (health !== 'fast') limits.push(left.notFast);
					if (isSlow(health)) limits.push(left.slow);
					const count = Math.max(0, Math.min(...limits));
					occupy(health, lane, count);
					return count;
				},
			};
		},
		isFast(webhookId, now) {
			const receiver = receivers.get(webhookId);
			return receiver !== undefined && healthAt(receiver, now) === 'fast';
		},
		begin(webhookId, lane, now) {
			const slot = { webhookId, lane, startedAt: now };
			receiverOf(webhookId).running.add(slot);
			return slot;
		},
		end(slot, now) {
			const receiver = receiverOf(slot.webhookId);
			receiver.running.delete(slot);
			receiver.health = healthAfter(now - slot.startedAt);
		},
		cancel(slot) {
			receiverOf(slot.webhookId).running.delete(slot);
		},
		prune(webhookIds) {
			for (const [webhookId, { running }] of receivers) {
				if (running.size === 0 && !webhookIds.has(webhookId)) receivers.delete(webhookId);
			}
		},
	};
}

function healthAfter(duration: number): Health {
	if (duration < SLOW_AFTER) return 'fast';
	return duration < ATTEMPT_DEADLINE ? 'slow' : 'silent';
}

/** A receiver with an attempt that has been running for long is slow before that attempt ends. */
function healthAt({ running, health }: Receiver, now: number): Health {
	const [oldest] = running;
	const isLate = oldest !== undefined && now - oldest.startedAt >= SLOW_AFTER;
	return isLate && !isSlow(health) ? 'slow' : health;
}

function isSlow(health: Health): boolean {
	return health === 'slow' || health === 'silent';
}

function countOf({ running }: Receiver, lane: Lane): number {
	let count = 0;
	for (const slot of running) if (slot.lane === lane) count += 1;
	return count;
}
