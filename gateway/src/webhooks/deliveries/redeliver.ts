import type { Caller } from '../../domain/access/caller.ts';
import { GatewayError } from '../../domain/error.ts';
import { parseDate } from '../../domain/parse-date.ts';
import { minIdAt, type DeliveryId } from '../../domain/ids.ts';
import { recordAudit } from '../../store/access/audit-log.ts';
import { advance, makeQueuesDue } from '../../store/webhooks/queues/advance-queues.ts';
import { makeBurstsDue } from '../../store/webhooks/queues/bursts.ts';
import {
	rescheduleDelivery,
	rescheduleFailedDeliveries,
} from '../../store/webhooks/deliveries/reschedule-deliveries.ts';
import {
	findDeliveries,
	findDelivery,
	type ListedDelivery,
} from '../../store/webhooks/deliveries/delivery-list.ts';
import type { CommitScope } from '../../store/commit/scope.ts';
import { queueKeysOf } from '../../store/webhooks/queues/queue-locks.ts';
import type { Db, WebhookRow } from '../../store/schema.ts';
import { lockedWebhookOrThrow, webhookOrThrow } from '../management/find-webhook.ts';
import { assertMayReceive, assertMayRedirect, mayRead } from '../management/message-permission.ts';
import { pausedAt, pauseReason } from '../health/pause.ts';
import { resumeWebhook } from '../health/resume-webhook.ts';
import type { WebhookDeps } from '../management/webhook-deps.ts';
import { listFailedKinds } from '../../store/webhooks/deliveries/delivery-kinds.ts';

type RedeliverDeps = Pick<WebhookDeps, 'store' | 'clock' | 'newId'>;

/** Most deliveries of one commit, so that it does not delay other commits. */
const BATCH_SIZE = 500;

/** Returns a delivery of a webhook. Throws webhook_not_found, not_found. */
export async function deliveryOrThrow(db: Db, webhookId: string, id: string): Promise<ListedDelivery> {
	return deliveryOf(db, await webhookOrThrow(db, webhookId), id);
}

async function deliveryOf(db: Db, webhook: WebhookRow, id: string): Promise<ListedDelivery> {
	const delivery = await findDelivery(db, webhook.id, id);
	if (delivery === undefined) throw deliveryNotFound(webhook.id);
	return delivery;
}

/** The error for a delivery that a webhook does not have, or has no longer. */
export function deliveryNotFound(webhookId: string): GatewayError {
	return new GatewayError(
		'not_found',
		`The webhook has no delivery with this id. List its deliveries with GET /v1/webhooks/${webhookId}/deliveries.`,
	);
}

/**
 * Makes a delivery due at once and returns it with that change: a finished one, successful or not, restarts the retry
 * schedule; a pending one is attempted sooner; one that is collected ends its burst. On an ordered webhook it goes
 * before the later events of its chat, and waits for the earlier ones, the first of which is attempted at once. Throws
 * insufficient_permissions, webhook_not_found, not_found, and invalid_parameters where the webhook is inactive or paused.
 */
export async function retryDelivery(
	{ store, clock, newId }: RedeliverDeps,
	{ webhookId, deliveryId }: { webhookId: string; deliveryId: string },
	caller: Caller,
): Promise<ListedDelivery> {
	const at = clock.now();
	return store.commit(async (scope) => {
		const { db } = scope;
		const webhook = await lockedWebhookOrThrow(db, webhookId);
		const delivery = await deliveryOf(db, webhook, deliveryId);
		assertMayRetry(webhook, [delivery], caller);
		await makeDue(scope, webhook, [delivery], at);
		const act = { action: 'delivery.retried' as const, target: deliveryId };
		await recordAudit(db, newId, { actor: caller.actor, at }, act);
		return deliveryOf(db, webhook, deliveryId);
	});
}

/**
 * Makes those of a webhook's deliveries that have one of these ids due at once, as retryDelivery() does; an id that the
 * webhook does not have is left out. Returns how many there are. Throws as retryDelivery() does, except for not_found.
 */
export async function retryDeliveries(
	{ store, clock, newId }: RedeliverDeps,
	webhookId: string,
	deliveryIds: readonly string[],
	caller: Caller,
): Promise<number> {
	const at = clock.now();
	return store.commit(async (scope) => {
		const { db } = scope;
		const webhook = await lockedWebhookOrThrow(db, webhookId);
		const deliveries = await findDeliveries(db, webhook.id, deliveryIds as readonly DeliveryId[]);
		assertMayRetry(webhook, deliveries, caller);
		await makeDue(scope, webhook, deliveries, at);
		const entry = {
			action: 'webhook.deliveries_retried' as const,
			target: webhook.id,
			details: { deliveries: deliveries.length },
		};
		await recordAudit(db, newId, { actor: caller.actor, at }, entry);
		return deliveries.length;
	});
}

function assertMayRetry(webhook: WebhookRow, deliveries: readonly ListedDelivery[], caller: Caller): void {
	assertMayReceive(
		caller,
		deliveries.map(({ kind }) => kind),
	);
	assertActive(webhook);
	assertNotPaused(webhook);
}

/** Makes deliveries due. Where one waits for earlier deliveries of its chat, the first of those becomes due too. */
async function makeDue(
	scope: CommitScope,
	webhook: WebhookRow,
	deliveries: readonly ListedDelivery[],
	now: number,
): Promise<void> {
	const { db, emit } = scope;
	const ordered = webhook.ordered === 1;
	const keysOf = (these: readonly ListedDelivery[]) => queueKeysOf(webhook.id, these);
	for (const delivery of deliveries) await rescheduleDelivery(db, delivery, { now, ordered });
	if (ordered) await advance(scope, keysOf(deliveries));
	await makeQueuesDue(db, keysOf(deliveries.filter(({ status }) => status === 'waiting')), now);
	const collecting = keysOf(deliveries.filter(({ status }) => status === 'collecting'));
	for (const key of collecting) await makeBurstsDue(db, key, now);
	if (collecting.length > 0) emit({ kind: 'burst_started', endsAt: now });
	emit({ kind: 'delivery_due' });
}

/** A period of time, as ISO 8601 dates. */
export interface Period {
	since: string;
	/** Absent: now. */
	until?: string;
}

/**
 * Makes all failed deliveries of a webhook that were created in a period due at once, in batches; returns how many. A
 * paused webhook is resumed, so that its pending deliveries are attempted too. Each batch has its own entry in the audit
 * log, because the webhook may be deactivated before the next batch. Throws insufficient_permissions, webhook_not_found,
 * and invalid_parameters where a date does not exist or the webhook is inactive.
 */
export async function recoverDeliveries(
	{ store, clock, newId }: RedeliverDeps,
	webhookId: string,
	period: Period,
	caller: Caller,
): Promise<number> {
	const at = clock.now();
	const { since, until } = period;
	const created = createdIn(period, at);
	let recovered = 0;
	let isFirst = true;
	let batch: { found: number; count: number };
	do {
		batch = await store.commit(async (scope) => {
			const { db, emit } = scope;
			const webhook = await lockedWebhookOrThrow(db, webhookId);
			const failed = { webhookId: webhook.id, ...created, failedBefore: at };
			if (!mayRead(caller, 'message.received')) assertMayReceive(caller, await listFailedKinds(db, failed));
			assertActive(webhook);
			if (pausedAt(webhook) !== null) {
				await assertMayRedirect(db, caller, webhook);
				await resumeWebhook(scope, webhook);
			}
			const rescheduled = await rescheduleFailedDeliveries(db, failed, {
				now: clock.now(),
				limit: BATCH_SIZE,
				ordered: webhook.ordered === 1,
			});
			await advance(scope, rescheduled.keys);
			if (rescheduled.count > 0) emit({ kind: 'delivery_due' });
			if (isFirst || rescheduled.count > 0) {
				const entry = {
					action: 'webhook.deliveries_recovered' as const,
					target: webhook.id,
					details: { since, until, recovered: rescheduled.count },
				};
				await recordAudit(db, newId, { actor: caller.actor, at }, entry);
			}
			return rescheduled;
		});
		recovered += batch.count;
		isFirst = false;
	} while (batch.found === BATCH_SIZE);
	return recovered;
}

/** The ids between which deliveries of a period lie. Throws invalid_parameters for a date that does not exist. */
export function createdIn({ since, until }: Period, now: number): Record<'since' | 'until', DeliveryId> {
	return {
		since: minIdAt('dlv', parseDate('since', since)),
		until: minIdAt('dlv', until === undefined ? now + 1 : parseDate('until', until)),
	};
}

function assertNotPaused(webhook: WebhookRow): void {
	const reason = pauseReason(webhook);
	if (reason !== null) throw new GatewayError('invalid_parameters', `The webhook is paused. ${reason}`);
}

function assertActive({ id, role, status, instance_id: instanceId }: WebhookRow): void {
	if (status === 'active') return;
	const advice =
		role === 'instance'
			? `Give its webhookUrl again with PATCH /v1/instances/${instanceId ?? '{instanceId}'}`
			: `Set its status to "active" with PUT /v1/webhooks/${id}`;
	throw new GatewayError(
		'invalid_parameters',
		`The webhook is inactive, so nothing is delivered to it. ${advice}, then try again.`,
	);
}
