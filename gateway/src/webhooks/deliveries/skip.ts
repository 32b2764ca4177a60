import type { Caller } from '../../domain/access/caller.ts';
import { GatewayError } from '../../domain/error.ts';
import type { DeliveryId, InstanceId } from '../../domain/ids.ts';
import { chatIdOf } from '../../domain/phone.ts';
import { recordAudit } from '../../store/access/audit-log.ts';
import { currentIdOf } from '../../store/chats/person-ids.ts';
import { advance } from '../../store/webhooks/queues/advance-queues.ts';
import { cancelDelivery, cancelQueue } from '../../store/webhooks/deliveries/cancel-deliveries.ts';
import { findDeliveries, type ListedDelivery } from '../../store/webhooks/deliveries/delivery-list.ts';
import { lockQueues, orderingKeyOf, queueKeysOf } from '../../store/webhooks/queues/queue-locks.ts';
import { webhookOrThrow } from '../management/find-webhook.ts';
import type { WebhookDeps } from '../management/webhook-deps.ts';
import { deliveryOrThrow } from './redeliver.ts';

type SkipDeps = Pick<WebhookDeps, 'store' | 'clock' | 'newId'>;

/** Most deliveries of one commit, so that it does not delay other commits. */
const BATCH_SIZE = 500;

/**
 * Cancels an open delivery, so that the next one of its chat is attempted, and returns it with that change; a finished
 * delivery is left unchanged. Throws webhook_not_found, not_found, and delivery_being_attempted.
 */
export async function skipDelivery(
	{ store, clock, newId }: SkipDeps,
	{ webhookId, deliveryId }: { webhookId: string; deliveryId: string },
	{ actor }: Caller,
): Promise<ListedDelivery> {
	const at = clock.now();
	return store.commit(async (scope) => {
		const { db } = scope;
		const before = await deliveryOrThrow(db, webhookId, deliveryId);
		const keys = queueKeysOf(before.webhook_id, [before]);
		await lockQueues(db, keys);
		const isSkipped = await cancelDelivery(db, before.id, at);
		const delivery = await deliveryOrThrow(db, webhookId, deliveryId);
		if (!isSkipped) {
			if (delivery.finished_at === null) throw beingAttempted();
			return delivery;
		}
		await advance(scope, keys);
		await recordAudit(db, newId, { actor, at }, { action: 'delivery.skipped', target: deliveryId });
		return delivery;
	});
}

/**
 * Cancels those of a webhook's deliveries that have one of these ids, are open, and are not being attempted. Returns how
 * many. Throws webhook_not_found.
 */
export async function skipDeliveries(
	{ store, clock, newId }: SkipDeps,
	webhookId: string,
	deliveryIds: readonly string[],
	{ actor }: Caller,
): Promise<number> {
	const at = clock.now();
	return store.commit(async (scope) => {
		const { db } = scope;
		const webhook = await webhookOrThrow(db, webhookId);
		const deliveries = await findDeliveries(db, webhook.id, deliveryIds as readonly DeliveryId[]);
		const keys = queueKeysOf(webhook.id, deliveries);
		await lockQueues(db, keys);
		let skipped = 0;
		for (const { id } of deliveries) skipped += (await cancelDelivery(db, id, at)) ? 1 : 0;
		await advance(scope, keys);
		const details = { deliveries: skipped };
		const entry = { action: 'webhook.deliveries_skipped' as const, target: webhook.id, details };
		await recordAudit(db, newId, { actor, at }, entry);
		return skipped;
	});
}

/**
 * Cancels all open deliveries of a chat, in batches; returns how many. A running attempt continues. Throws
 * webhook_not_found.
 */
export async function skipQueue(
	{ store, clock, newId }: SkipDeps,
	webhookId: string,
	{ instanceId, chatId }: { instanceId: string; chatId: string },
	{ actor }: Caller,
): Promise<number> {
	const at = clock.now();
	let skipped = 0;
	let batch: { found: number; cancelled: number };
	do {
		batch = await store.commit(async (scope) => {
			const { db } = scope;
			const webhook = await webhookOrThrow(db, webhookId);
			const given = chatIdOf(chatId);
			// Events that were recorded before two ids of a person were joined have the earlier id.
			const chats = new Set([given, await currentIdOf(db, instanceId, given)]);
			const keys = [...chats].map((id) => ({
				webhookId: webhook.id,
				orderingKey: orderingKeyOf(instanceId as InstanceId, id),
			}));
			await lockQueues(db, keys);
			const sum = { found: 0, cancelled: 0 };
			for (const key of keys) {
				const { found, cancelled } = await cancelQueue(db, key, { at, limit: BATCH_SIZE - sum.found });
				sum.found += found;
				sum.cancelled += cancelled;
			}
			await advance(scope, keys);
			return sum;
		});
		skipped += batch.cancelled;
	} while (batch.found === BATCH_SIZE);
	const details = { instanceId, chatId, skipped };
	const entry = { action: 'webhook.queue_skipped' as const, target: webhookId, details };
	await store.commit(({ db }) => recordAudit(db, newId, { actor, at }, entry));
	return skipped;
}

function beingAttempted(): GatewayError {
	return new GatewayError(
		'delivery_being_attempted',
		'An attempt of this delivery is under way, which ends within seconds. Look at the delivery then, and skip it if it is still open.',
	);
}
