import type { DeliveryId, InstanceId } from '../../domain/ids.ts';
import { padInList } from '../engine/chunk-in-list.ts';
import type { Db } from '../schema.ts';
import { listQueueKeys, type QueuePage } from './queue-keys.ts';
import { chatOfKey } from './queue-locks.ts';

/** The open deliveries of one chat to a webhook that is ordered or collects messages. */
export interface ChatQueue {
	instanceId: InstanceId;
	chatId: string;
	/** How many wait for an earlier one. */
	waiting: number;
	collecting: number;
	/** Times are epoch milliseconds. */
	oldestAt: number;
	/** The next one; null: messages are being collected. */
	deliveryId: DeliveryId | null;
	/** Null: an attempt is under way. */
	nextAttemptAt: number | null;
}

/** The queues of a page, with their keys. */
export async function listChatQueues(db: Db, page: QueuePage): Promise<(ChatQueue & { key: string })[]> {
	const keys = await listQueueKeys(db, page);
	if (keys.length === 0) return [];
	const open = db
		.selectFrom('deliveries')
		.where('webhook_id', '=', page.webhookId)
		.where('ordering_key', 'in', padInList(keys))
		.where('ordering_key', 'is not', null);
	const counts = await open
		.where('finished_at', 'is', null)
		.select((eb) => [
			'ordering_key as key',
			'status',
			eb.fn.countAll<number>().as('count'),
			eb.fn.min('created_at').as('oldestAt'),
		])
		.groupBy(['ordering_key', 'status'])
		.execute();
	const next = await open
		.where('status', '=', 'pending')
		.select(['ordering_key as key', 'id', 'due_at', 'claim_token'])
		.orderBy('position')
		.execute();
	const bursts = await db
		.selectFrom('delivery_bursts')
		.select(['ordering_key as key', 'ends_at'])
		.where('webhook_id', '=', page.webhookId)
		.where('ordering_key', 'in', padInList(keys))
		.execute();
	return keys.flatMap((key) => {
		const own = counts.filter((row) => row.key === key);
		// The last delivery may have ended between the queries.
		if (own.length === 0) return [];
		const countOf = (status: string) => own.find((row) => row.status === status)?.count ?? 0;
		const pending = next.find((row) => row.key === key);
		const burst = bursts.find((row) => row.key === key);
		const attemptAt = pending?.claim_token === null ? pending.due_at : null;
		return {
			key,
			...chatOfKey(key),
			waiting: countOf('waiting'),
			collecting: countOf('collecting'),
			oldestAt: Math.min(...own.map(({ oldestAt }) => oldestAt)),
			deliveryId: pending?.id ?? null,
			nextAttemptAt: pending === undefined ? (burst?.ends_at ?? null) : attemptAt,
		};
	});
}
