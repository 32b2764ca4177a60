import type { InstanceId, NewId } from '../../../domain/ids.ts';
import type { CommitScope } from '../../commit/scope.ts';
import { advance } from './advance-queues.ts';
import { endBurst } from './bursts.ts';
import { readQueues } from './ordered-queues.ts';
import { lockQueues, orderingKeyOf, queueKeyText } from './queue-locks.ts';
import { listActiveReceivers } from '../subscriptions.ts';

/**
 * Moves the open deliveries of a chat into the queues of the chat that it has become, because two ids are of one
 * person. Positions are times, so that the events of both stay in their order. What the earlier chat collects is
 * delivered at once. A delivery that is being attempted is moved too: the delivery worker's scan finds the next one.
 */
export async function joinQueues(
	scope: CommitScope,
	newId: NewId,
	chat: { instanceId: InstanceId; earlierId: string; currentId: string },
	at: number,
): Promise<void> {
	const { db } = scope;
	const webhooks = await db
		.selectFrom('webhooks')
		.select('id')
		.where('status', '=', 'active')
		.where((eb) => eb.or([eb('ordered', '=', 1), eb('collect_seconds', 'is not', null)]))
		.orderBy('id')
		.execute();
	if (webhooks.length === 0) return;
	const receivers = await listActiveReceivers(
		db,
		webhooks.map(({ id }) => id),
	);
	const queues = [...receivers.values()].map((receiver) => ({
		receiver,
		earlier: { webhookId: receiver.id, orderingKey: orderingKeyOf(chat.instanceId, chat.earlierId) },
		current: { webhookId: receiver.id, orderingKey: orderingKeyOf(chat.instanceId, chat.currentId) },
	}));
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
