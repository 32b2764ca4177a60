import { sql } from 'kysely';
import type { DeliveryId, InstanceId } from '../../../domain/ids.ts';
import { padInList } from '../../engine/chunk-in-list.ts';
import type { Db } from '../../schema.ts';
import { countQueues, type QueuePage } from './queue-keys.ts';
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
	const queues = await countQueues(db, page);
	if (queues.length === 0) return [];
	const keys = padInList(queues.map(({ key }) => key));
	const pending = await db
		.selectFrom('deliveries')
		.select(['ordering_key as key', 'id', 'due_at', 'claim_token'])
		.where('webhook_id', '=', page.webhookId)
		.where('ordering_key', 'in', keys)
		.where('ordering_key', 'is not', null)
		.where('status', '=', sql.lit('pending'))
		.execute();
	const bursts = await db
		.selectFrom('delivery_bursts')
		.select(['ordering_key as key', 'ends_at'])
		.where('webhook_id', '=', page.webhookId)
		.where('ordering_key', 'in', keys)
		.execute();
	return queues.map((queue) => {
		const { key } = queue;
		const next = pending.find((row) => row.key === key);
		const attemptAt = next?.claim_token === null ? next.due_at : null;
		const burstEndsAt = bursts.find((row) => row.key === key)?.ends_at ?? null;
		return {
			...queue,
			...chatOfKey(key),
			deliveryId: next?.id ?? null,
			nextAttemptAt: next === undefined ? burstEndsAt : attemptAt,
		};
	});
}
