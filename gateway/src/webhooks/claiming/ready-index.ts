import type { WebhookId } from '../../domain/ids.ts';
import type { Lane } from '../../store/webhooks/deliveries/claim-deliveries.ts';
import type { WebhookQueue } from '../../store/webhooks/queues/webhook-queues.ts';

/**
 * The webhooks that may have deliveries due, as far as this process knows from commits and from scans of the tables. A
 * wrong entry costs a query; a missing one delays deliveries until the next scan.
 */
export interface ReadyIndex {
	/** New deliveries of these webhooks are due. */
	markReady(webhookIds: readonly WebhookId[]): void;
	/** A retry is due at this time, in epoch milliseconds. */
	scheduleRetry(webhookId: WebhookId, at: number): void;
	addQueue(queue: WebhookQueue): void;
	/** The webhooks that may have deliveries due in a lane, in the order in which they were added. */
	ready(lane: Lane, now: number): WebhookId[];
	/** Whether a webhook may have deliveries due in a lane. */
	isReady(webhookId: WebhookId, lane: Lane, now: number): boolean;
	/** Removes a webhook from a lane. Call it before the query, so that an entry added meanwhile stays. */
	remove(webhookId: WebhookId, lane: Lane): void;
	/** The time of the next retry after `now`; Infinity: none is known. */
	nextRetryAt(now: number): number;
}

export function createReadyIndex(): ReadyIndex {
	const initial = new Set<WebhookId>();
	const retryAt = new Map<WebhookId, number>();

	function scheduleRetry(webhookId: WebhookId, at: number): void {
		retryAt.set(webhookId, Math.min(at, retryAt.get(webhookId) ?? Infinity));
	}

	return {
		markReady(webhookIds) {
			for (const webhookId of webhookIds) initial.add(webhookId);
		},
		scheduleRetry,
		addQueue(queue) {
			if (queue.hasInitial) initial.add(queue.webhookId);
			if (queue.retryAt !== null) scheduleRetry(queue.webhookId, queue.retryAt);
		},
		ready(lane, now) {
			if (lane === 'initial') return [...initial];
			return [...retryAt].filter(([, at]) => at <= now).map(([webhookId]) => webhookId);
		},
		isReady(webhookId, lane, now) {
			return lane === 'initial' ? initial.has(webhookId) : (retryAt.get(webhookId) ?? Infinity) <= now;
		},
		remove(webhookId, lane) {
			if (lane === 'initial') initial.delete(webhookId);
			else retryAt.delete(webhookId);
		},
		nextRetryAt(now) {
			let next = Infinity;
			for (const at of retryAt.values()) if (at > now && at < next) next = at;
			return next;
		},
	};
}
