import type { WebhookId } from '../../domain/ids.ts';
import type { ClaimedDelivery } from '../../store/webhooks/deliveries/claim-deliveries.ts';

/** Most deliveries that wait, in total and for one webhook: a fast receiver handles them within a second. */
const LIMITS = { total: 2000, perWebhook: 1000 };
/** Most bytes of the bodies that wait. */
const BODIES_LIMIT = 8 * 1024 * 1024;
/** Milliseconds after which a delivery waits in the database instead: the claim is valid for longer. */
const LONGEST_WAIT = 2000;

/**
 * Deliveries that were claimed while they were inserted, and wait in memory until their webhook has room for the
 * attempt. They need no query and no further commit before it. Times are epoch milliseconds.
 */
export interface LocalQueue {
	/** Reserves a place for a delivery of a webhook; returns false where there is none. */
	reserve(webhookId: WebhookId): boolean;
	/** Frees a reserved place whose delivery was not inserted. */
	cancel(webhookId: WebhookId): void;
	/** Adds a delivery at its reserved place. */
	add(delivery: ClaimedDelivery, now: number): void;
	/** Whether deliveries of a webhook wait, or have reserved a place. */
	isWaiting(webhookId: WebhookId): boolean;
	/** Takes the oldest deliveries of the webhooks in turns, each where `hasRoom` allocates room for its attempt. */
	take(hasRoom: (webhookId: WebhookId) => boolean): ClaimedDelivery[];
	/** Takes deliveries that have waited for too long. */
	takeLate(now: number): ClaimedDelivery[];
	/** Takes all deliveries of a webhook; without one, of all webhooks. */
	takeAll(webhookId?: WebhookId): ClaimedDelivery[];
}

interface Queue {
	/** Places of deliveries that are being inserted. */
	reserved: number;
	/** Oldest first. */
	waiting: { delivery: ClaimedDelivery; since: number }[];
}

export function createLocalQueue(): LocalQueue {
	const queues = new Map<WebhookId, Queue>();
	let places = 0;
	let bytes = 0;

	function queueOf(webhookId: WebhookId): Queue {
		let queue = queues.get(webhookId);
		if (queue === undefined) {
			queue = { reserved: 0, waiting: [] };
			queues.set(webhookId, queue);
		}
		return queue;
	}

	function takeFirst(webhookId: WebhookId, queue: Queue, count: number): ClaimedDelivery[] {
		const taken = queue.waiting.splice(0, count).map(({ delivery }) => delivery);
		places -= taken.length;
		for (const { body } of taken) bytes -= body.length;
		if (queue.waiting.length === 0 && queue.reserved === 0) queues.delete(webhookId);
		return taken;
	}

	return {
		reserve(webhookId) {
			const { reserved = 0, waiting = [] } = queues.get(webhookId) ?? {};
			if (places >= LIMITS.total || bytes >= BODIES_LIMIT) return false;
			if (reserved + waiting.length >= LIMITS.perWebhook) return false;
			queueOf(webhookId).reserved += 1;
			places += 1;
			return true;
		},
		cancel(webhookId) {
			const queue = queueOf(webhookId);
			queue.reserved -= 1;
			places -= 1;
			takeFirst(webhookId, queue, 0);
		},
		add(delivery, now) {
			const queue = queueOf(delivery.webhookId);
			queue.reserved -= 1;
			queue.waiting.push({ delivery, since: now });
			bytes += delivery.body.length;
		},
		isWaiting: (webhookId) => queues.has(webhookId),
		take(hasRoom) {
			const taken: ClaimedDelivery[] = [];
			let open = [...queues].filter(([, { waiting }]) => waiting.length > 0);
			while (open.length > 0) {
				open = open.filter(([webhookId, queue]) => {
					if (!hasRoom(webhookId)) return false;
					taken.push(...takeFirst(webhookId, queue, 1));
					return queue.waiting.length > 0;
				});
			}
			return taken;
		},
		takeLate(now) {
			return [...queues].flatMap(([webhookId, queue]) => {
				const onTime = queue.waiting.findIndex(({ since }) => now - since < LONGEST_WAIT);
				return takeFirst(webhookId, queue, onTime === -1 ? queue.waiting.length : onTime);
			});
		},
		takeAll(only) {
			return [...queues].flatMap(([webhookId, queue]) =>
				only === undefined || only === webhookId ? takeFirst(webhookId, queue, queue.waiting.length) : [],
			);
		},
	};
}
