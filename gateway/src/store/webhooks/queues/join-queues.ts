import type { NewId } from '../../../domain/ids.ts';
import type { JoinedIds } from '../../chats/join-chats.ts';
import type { CommitScope } from '../../commit/scope.ts';
import { advance } from './advance-queues.ts';
import { endBurst } from './bursts.ts';
import { readQueues } from './ordered-queues.ts';
import { lockQueues, orderingKeyOf, queueKeyText } from './queue-locks.ts';
import type { Db } from '../../schema.ts';
import { listActiveReceivers, type Receiver } from '../subscriptions.ts';

/**
 * Moves the open deliveries of chats into the queues of the chats that they have become, because two ids are of one
 * person. Positions are times, so that the events of both stay in their order. Messages that an earlier chat has
 * collected are delivered at once. A delivery that is being attempted is moved too: the delivery worker's scan finds the
 * next one.
 */
export async function joinQueues(
	scope: CommitScope,
	newId: NewId,
	joined: readonly JoinedIds[],
	at: number,
): Promise<void> {
	const { db } = scope;
	const receivers = await listQueueingReceivers(db);
	const queues = joined.flatMap(({ instanceId, earlierId, currentId }) =>
		receivers.map((receiver) => ({
			receiver,
			earlier: { webhookId: receiver.id, orderingKey: orderingKeyOf(instanceId, earlierId) },
			current: { webhookId: receiver.id, orderingKey: orderingKeyOf(instanceId, currentId) },
		})),
	);
	await lockQueues(
		db,
		queues.flatMap(({ earlier, current }) => [earlier, current]),
	);
	const states = await readQueues(
		db,
		queues.map(({ earlier }) => earlier),
	);
	for (const { receiver, earlier, current } of queues) {
		const { lastPosition, burst } = states.get(queueKeyText(earlier)) ?? { lastPosition: null, burst: null };
		if (lastPosition === null) continue;
		if (burst !== null) await endBurst(scope, newId, { receiver, key: earlier, at });
		await db
			.updateTable('deliveries')
			.set({ ordering_key: current.orderingKey })
			.where('webhook_id', '=', earlier.webhookId)
			.where('ordering_key', '=', earlier.orderingKey)
			.where('ordering_key', 'is not', null)
			.where('finished_at', 'is', null)
			.execute();
		await advance(scope, [current]);
	}
}

/** The active webhooks whose deliveries queue in their chats. */
async function listQueueingReceivers(db: Db): Promise<Receiver[]> {
	const webhooks = await db
		.selectFrom('webhooks')
		.select('id')
		.where('status', '=', 'active')
		.where((eb) => eb.or([eb('ordered', '=', 1), eb('collect_seconds', 'is not', null)]))
		.orderBy('id')
		.execute();
	if (webhooks.length === 0) return [];
	const receivers = await listActiveReceivers(
		db,
		webhooks.map(({ id }) => id),
	);
	return [...receivers.values()];
}
