import type { WebhookId } from '../domain/ids.ts';
import type { Lane, WebhookQueue } from '../store/webhooks/deliveries.ts';

/**
 * Which webhooks may have something due, as far as this process knows: it hears of what is committed, and looks at
 * the tables now and then. Knowing too much costs a look; knowing too little, a delay until the next one.
 */
export interface ReadyIndex {
	/** Something new for these webhooks was committed. */
	markReady(webhookIds: readonly WebhookId[]): void;
	/** Something that is repeated falls due then. */
	scheduleRetry(webhookId: WebhookId, at: number): void;
	addQueue(queue: WebhookQueue): void;
	/** Webhooks that may have something due in a lane, those that were looked at longest ago first. */
	waiting(lane: Lane, now: number): WebhookId[];
	/** Takes a webhook out of a lane, before it is looked at: what is told meanwhile counts as new. */
	take(webhookId: WebhookId, lane: Lane): void;
	/** When something that is repeated falls due next, later than `now`; null: nothing known. */
	next(now: number): number | null;
}

export function createReadyIndex(): ReadyIndex {
	const first = new Set<WebhookId>();
	const again = new Map<WebhookId, number>();

	function scheduleRetry(webhookId: WebhookId, at: number): void {
		const known = again.get(webhookId);
		if (known === undefined || at < known) again.set(webhookId, at);
	}

	return {
		markReady(webhookIds) {
			for (const webhookId of webhookIds) first.add(webhookId);
		},
		scheduleRetry,
		addQueue(queue) {
			if (queue.hasInitial) first.add(queue.webhookId);
			if (queue.retryAt !== null) scheduleRetry(queue.webhookId, queue.retryAt);
		},
		waiting(lane, now) {
			if (lane === 'initial') return [...first];
			const due: WebhookId[] = [];
			for (const [webhookId, at] of again) if (at <= now) due.push(webhookId);
			return due;
		},
		take(webhookId, lane) {
			if (lane === 'initial') first.delete(webhookId);
			else again.delete(webhookId);
		},
		next(now) {
			let next: number | null = null;
			for (const at of again.values()) {
				if (at > now && (next === null || at < next)) next = at;
			}
			return next;
		},
	};
}
