import type { WebhookId } from '../domain/ids.ts';
import type { Lane } from '../store/webhooks/deliveries.ts';

/**
 * Attempts under way at the same time. 512 open requests are far more than one core can keep busy (a receiver that
 * answers in 20 ms takes 6,000 deliveries a second through 128), and their sockets and bodies stay below 20 MB.
 */
const LIMIT = 512;
/** Of these, repeated attempts: however many are due, a first attempt finds at least half of the room. */
const AGAIN_LIMIT = LIMIT / 2;
/** And first attempts: in a rush of events, what failed before still gets its turn. */
const FIRST_LIMIT = LIMIT - LIMIT / 8;
/** Those to receivers not known to be quick, together: the other half is for the ones that are. */
const UNPROVEN_LIMIT = LIMIT / 2;
/** Those to receivers known to be slow, together: what a receiver that is only new can count on is the difference. */
const SLOW_LIMIT = LIMIT / 4;

/** What one webhook may have under way at first, at most, while it is slow, and while it does not answer at all. */
const FIRST_CAP = 8;
const LARGEST_CAP = 128;
const SLOW_CAP = 16;
const SMALLEST_CAP = 2;

/** An attempt that takes so many milliseconds makes its receiver slow, and one so many makes it silent. */
const SLOW_AFTER = 1000;
const SILENT_AFTER = 5000;

/** An attempt that is under way. */
export interface Slot {
	webhookId: WebhookId;
	lane: Lane;
	since: number;
}

/** What may begin now, counted down as it is handed out. */
export interface Capacity {
	/** Up to `wanted` attempts of a webhook and lane, as many as there is room for. */
	take(webhookId: WebhookId, lane: Lane, wanted: number): number;
}

/**
 * Keeps count of what is under way, so that no receiver holds up another one: each has room of its own, which grows
 * while it answers quickly and more is waiting for it, and shrinks when it needs less or does not answer; slow ones
 * share a part of the whole.
 */
export interface ConcurrencyLimiter {
	room(now: number): Capacity;
	/** There was more for a webhook than its room allowed. */
	requestGrowth(webhookId: WebhookId): void;
	begin(webhookId: WebhookId, lane: Lane, now: number): Slot;
	end(slot: Slot, now: number): void;
	/** Takes back an attempt that was not made. */
	cancel(slot: Slot): void;
	/** Forgets all webhooks but these. */
	prune(webhookIds: ReadonlySet<WebhookId>): void;
}

interface Receiver {
	cap: number;
	/** How many of its next attempts, if they are quick, make its room larger by one. */
	growth: number;
	/** How it took its latest attempt. */
	health: 'unproven' | 'quick' | 'slow';
	/** Oldest first. */
	slots: Set<Slot>;
}

export function createConcurrencyLimiter(): ConcurrencyLimiter {
	const receivers = new Map<WebhookId, Receiver>();

	function receiverOf(webhookId: WebhookId): Receiver {
		let receiver = receivers.get(webhookId);
		if (receiver === undefined) {
			receiver = { cap: FIRST_CAP, growth: 0, health: 'unproven', slots: new Set() };
			receivers.set(webhookId, receiver);
		}
		return receiver;
	}

	return {
		room(now) {
			const left = {
				all: LIMIT,
				initial: FIRST_LIMIT,
				retry: AGAIN_LIMIT,
				unproven: UNPROVEN_LIMIT,
				slow: SLOW_LIMIT,
			};
			const own = new Map<WebhookId, Record<Lane, number>>();
			const spend = (standing: Receiver['health'], lane: Lane, count: number): void => {
				left.all -= count;
				left[lane] -= count;
				if (standing !== 'quick') left.unproven -= count;
				if (standing === 'slow') left.slow -= count;
			};
			for (const [webhookId, receiver] of receivers) {
				if (receiver.slots.size === 0) continue;
				const counts = countLanes(receiver.slots);
				own.set(webhookId, counts);
				spend(standingAt(receiver, now), 'initial', counts.initial);
				spend(standingAt(receiver, now), 'retry', counts.retry);
			}
			return {
				take(webhookId, lane, wanted) {
					const receiver = receiverOf(webhookId);
					const health = standingAt(receiver, now);
					const counts = own.get(webhookId) ?? { initial: 0, retry: 0 };
					const count = Math.max(
						0,
						Math.min(
							wanted,
							left.all,
							left[lane],
							health === 'quick' ? LIMIT : left.unproven,
							health === 'slow' ? left.slow : LIMIT,
							receiver.cap - counts.initial - counts.retry,
							laneCap(receiver.cap, lane) - counts[lane],
						),
					);
					counts[lane] += count;
					own.set(webhookId, counts);
					spend(health, lane, count);
					return count;
				},
			};
		},
		requestGrowth(webhookId) {
			// Not by what is under way: claims take their time too, so that a quick receiver may have little under way
			// while much is waiting for it.
			const receiver = receiverOf(webhookId);
			receiver.growth = receiver.cap;
		},
		begin(webhookId, lane, now) {
			const slot = { webhookId, lane, since: now };
			receiverOf(webhookId).slots.add(slot);
			return slot;
		},
		end(slot, now) {
			const receiver = receiverOf(slot.webhookId);
			const used = receiver.slots.size;
			receiver.slots.delete(slot);
			const held = now - slot.since;
			receiver.health = held < SLOW_AFTER ? 'quick' : 'slow';
			receiver.cap = capAfter(receiver, used, held);
			receiver.growth = Math.max(0, receiver.growth - 1);
		},
		cancel(slot) {
			receiverOf(slot.webhookId).slots.delete(slot);
		},
		prune(webhookIds) {
			for (const [webhookId, { slots }] of receivers) {
				if (slots.size === 0 && !webhookIds.has(webhookId)) receivers.delete(webhookId);
			}
		},
	};
}

/** A receiver that keeps an attempt waiting is slow before that attempt has ended. */
function standingAt({ slots, health }: Receiver, now: number): Receiver['health'] {
	const [oldest] = slots;
	return oldest !== undefined && now - oldest.since >= SLOW_AFTER ? 'slow' : health;
}

/** Of a webhook's own room, half is for repeated attempts and an eighth is kept from first ones. */
function laneCap(cap: number, lane: Lane): number {
	return lane === 'retry' ? Math.floor(cap / 2) : cap - Math.max(1, Math.floor(cap / 8));
}

/** What a webhook may have under way after an attempt that took `held` milliseconds while `used` were under way. */
function capAfter({ cap, growth }: Receiver, used: number, held: number): number {
	if (held >= SILENT_AFTER) return Math.max(SMALLEST_CAP, Math.floor(cap / 2));
	if (held >= SLOW_AFTER && cap > SLOW_CAP) return SLOW_CAP;
	const largest = held >= SLOW_AFTER ? SLOW_CAP : LARGEST_CAP;
	if (growth > 0) return Math.min(largest, cap + 1);
	return cap > FIRST_CAP && used < cap / 4 ? cap - 1 : cap;
}

function countLanes(slots: ReadonlySet<Slot>): Record<Lane, number> {
	const counts: Record<Lane, number> = { initial: 0, retry: 0 };
	for (const { lane } of slots) counts[lane] += 1;
	return counts;
}
