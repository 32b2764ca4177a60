import { chatOf, type GatewayEvent } from '../../../domain/events/event.ts';
import { fitsFilter } from '../../../domain/webhooks/fits-filter.ts';
import type { NewId } from '../../../domain/ids.ts';
import { readEarlierIds } from '../../chats/person-ids.ts';
import type { CommitScope } from '../../commit/scope.ts';
import type { Db, EventTable } from '../../schema.ts';
import { endBurst, endsBefore, extendBurst, writeBursts } from '../queues/bursts.ts';
import { deliveryRow, insertNewDeliveries, type NewDelivery } from './new-deliveries.ts';
import { nextPosition, readQueues, type Burst, type QueueState } from '../queues/ordered-queues.ts';
import {
	distinctKeys,
	lockQueues,
	orderingKeyOf,
	queueKeyText,
	type QueueKey,
} from '../queues/queue-locks.ts';
import type { Subscription } from '../subscriptions.ts';

/** An event, and a webhook that receives it. */
export interface Match {
	event: GatewayEvent;
	row: EventTable;
	subscription: Subscription;
}

/** A match, with the queue and the burst that its webhook's settings give it. */
interface Routed extends Match {
	fits: boolean;
	/** Whether its message is collected. */
	collects: boolean;
	/** The queue it belongs to; null: it is delivered on its own. */
	key: QueueKey | null;
}

/** Inserts a delivery for each match, in their order. Where no webhook is ordered or collects, it reads nothing. */
export async function insertDeliveries(
	scope: CommitScope,
	newId: NewId,
	matches: readonly Match[],
): Promise<void> {
	const routed = await route(scope.db, matches);
	const keys = distinctKeys(routed.flatMap(({ key }) => key ?? []));
	await lockQueues(scope.db, keys);
	const queues = keys.length === 0 ? new Map<string, QueueState>() : await readQueues(scope.db, keys);
	let deliveries: NewDelivery[] = [];
	const bursts = new Map<string, QueueKey & Burst>();

	async function write(): Promise<void> {
		await insertNewDeliveries(scope, deliveries);
		deliveries = [];
		if (bursts.size === 0) return;
		await writeBursts(scope.db, [...bursts.values()]);
		scope.emit({ kind: 'burst_started', endsAt: Math.min(...[...bursts.values()].map((b) => b.endsAt)) });
		bursts.clear();
	}

	/** Ends the burst of a queue, and reads the queue again. */
	async function end(receiver: Subscription, key: QueueKey, at: number): Promise<QueueState> {
		await write();
		await endBurst(scope, newId, { receiver, key, at });
		const queue = (await readQueues(scope.db, [key])).get(queueKeyText(key)) ?? EMPTY;
		queues.set(queueKeyText(key), queue);
		return queue;
	}

	for (const { row: event, subscription, fits, collects, key } of routed) {
		const at = event.created_at;
		const arrival = { at, bytes: Buffer.byteLength(event.body) };
		let queue = (key === null ? undefined : queues.get(queueKeyText(key))) ?? EMPTY;
		if (key !== null && queue.burst !== null && (!collects || endsBefore(queue.burst, arrival))) {
			queue = await end(subscription, key, at);
		}
		const { target, paused, ordered, collectSeconds } = subscription;
		const row = deliveryRow(newId('dlv'), event, subscription.id);
		deliveries.push({ row, event, target, paused });
		if (!fits) {
			row.status = 'filtered';
			row.finished_at = at;
		}
		if (key === null) continue;
		row.ordering_key = key.orderingKey;
		row.position = nextPosition(queue, at);
		let { burst } = queue;
		if (collects) {
			row.status = 'collecting';
			burst = extendBurst(burst, { ...arrival, seconds: collectSeconds ?? 0 });
			bursts.set(queueKeyText(key), { ...key, ...burst });
		} else if (ordered && queue.lastPosition !== null) {
			row.status = 'waiting';
		}
		queues.set(queueKeyText(key), { lastPosition: row.position, burst });
	}
	await write();
}

const EMPTY: QueueState = { lastPosition: null, burst: null };

async function route(db: Db, matches: readonly Match[]): Promise<Routed[]> {
	const isUnknown = ({ event, subscription: { filter } }: Match): boolean => {
		const chat = chatOf(event);
		return chat !== null && filter?.chats !== undefined && !filter.chats.includes(chat);
	};
	// Such a filter may name the chat by an id that the person had before.
	const earlierIdsOf = await readEarlierIds(
		db,
		matches.filter(isUnknown).map(({ event, row }) => chatOfInstance(event, row)),
	);
	return matches.map((match) => {
		const { event, row, subscription } = match;
		const { id: webhookId, filter, ordered, collectSeconds } = subscription;
		const chat = chatOfInstance(event, row);
		const fits = filter === null || fitsFilter(filter, event, earlierIdsOf(chat));
		const collects = fits && collectSeconds !== null && event.kind === 'message.received';
		const isQueued = fits && chatOf(event) !== null && (ordered || collects);
		const orderingKey = orderingKeyOf(row.instance_id, chat.id);
		return { ...match, fits, collects, key: isQueued ? { webhookId, orderingKey } : null };
	});
}

function chatOfInstance(event: GatewayEvent, { instance_id: instanceId }: EventTable) {
	return { instanceId, id: chatOf(event) ?? '' };
}
