import { GatewayError } from '../domain/error.ts';
import { minIdAt } from '../domain/ids.ts';
import { recordAudit } from '../store/access/audit-log.ts';
import { rescheduleDelivery, rescheduleFailedDeliveries } from '../store/webhooks/delivery-changes.ts';
import { findDelivery, type ListedDelivery } from '../store/webhooks/delivery-list.ts';
import type { Db, WebhookRow } from '../store/schema.ts';
import { webhookOrThrow, type WebhookDeps } from './manage-webhook.ts';

type RedeliverDeps = Pick<WebhookDeps, 'store' | 'clock' | 'newId'>;

/** Deliveries made due in one commit: few enough that what others commit is not kept waiting. */
const BATCH_SIZE = 500;

/** A delivery a path names. Throws webhook_not_found, not_found. */
export async function deliveryOrThrow(db: Db, webhookId: string, id: string): Promise<ListedDelivery> {
	const webhook = await webhookOrThrow(db, webhookId);
	const delivery = await findDelivery(db, webhook.id, id);
	if (delivery !== undefined) return delivery;
	throw new GatewayError(
		'not_found',
		`The webhook has no delivery with this id. List its deliveries with GET /v1/webhooks/${webhook.id}/deliveries.`,
	);
}

/**
 * Makes a delivery due at once and returns it as it is then: one that ended, successfully or not, begins the whole
 * retry schedule again; one that waits is attempted sooner. Throws webhook_not_found, not_found, and
 * invalid_parameters where the webhook is inactive.
 */
export async function retryDelivery(
	{ store, clock, newId }: RedeliverDeps,
	{ webhookId, deliveryId }: { webhookId: string; deliveryId: string },
	actor: string,
): Promise<ListedDelivery> {
	const at = clock.now();
	return store.commit(async ({ db, emit }) => {
		const delivery = await deliveryOrThrow(db, webhookId, deliveryId);
		refuseInactive(await webhookOrThrow(db, webhookId));
		await rescheduleDelivery(db, delivery, at);
		emit({ kind: 'delivery_due' });
		await recordAudit(db, newId, { actor, at }, { action: 'delivery.retried', target: deliveryId });
		return deliveryOrThrow(db, webhookId, deliveryId);
	});
}

/** A period of time as ISO 8601 dates; `until` absent: up to now. */
export interface Period {
	since: string;
	until?: string;
}

/**
 * Makes due at once all deliveries of a webhook that were made in a period and have failed, 500 in a commit; returns
 * their number. Throws webhook_not_found, and invalid_parameters where a date does not exist or the webhook is
 * inactive.
 */
export async function recoverDeliveries(
	{ store, clock, newId }: RedeliverDeps,
	webhookId: string,
	{ since, until }: Period,
	actor: string,
): Promise<number> {
	const at = clock.now();
	const created = {
		since: minIdAt('dlv', momentOf('since', since)),
		until: minIdAt('dlv', until === undefined ? at + 1 : momentOf('until', until)),
	};
	let recovered = 0;
	let count: number;
	do {
		count = await store.commit(async ({ db, emit }) => {
			const webhook = await webhookOrThrow(db, webhookId);
			refuseInactive(webhook);
			const failed = { webhookId: webhook.id, ...created, failedBefore: at };
			const rescheduled = await rescheduleFailedDeliveries(db, failed, {
				now: clock.now(),
				limit: BATCH_SIZE,
			});
			if (rescheduled > 0) emit({ kind: 'delivery_due' });
			return rescheduled;
		});
		recovered += count;
	} while (count === BATCH_SIZE);
	const act = {
		action: 'webhook.deliveries_recovered' as const,
		target: webhookId,
		details: { since, until, recovered },
	};
	await store.commit(({ db }) => recordAudit(db, newId, { actor, at }, act));
	return recovered;
}

/** A date in milliseconds. Throws invalid_parameters for one of the right form that no clock shows: a leap second. */
function momentOf(field: string, text: string): number {
	const moment = Date.parse(text);
	if (!Number.isNaN(moment)) return moment;
	throw new GatewayError(
		'invalid_parameters',
		`"${field}" is not a date that exists; write it like 2026-01-31T12:00:00.000Z.`,
	);
}

function refuseInactive({ id, role, instance_id: instanceId, status }: WebhookRow): void {
	if (status === 'active') return;
	const whatToDo =
		role === 'instance'
			? `Give its webhookUrl again with PATCH /v1/instances/${instanceId ?? '{instanceId}'}`
			: `Set its status to "active" with PUT /v1/webhooks/${id}`;
	throw new GatewayError(
		'invalid_parameters',
		`The webhook is inactive, so nothing is delivered to it. ${whatToDo}, then try again.`,
	);
}
