import type { EventData, GatewayEvent } from '../../../domain/events/event.ts';
import type { DeliveryId } from '../../../domain/ids.ts';
import { chunkInList } from '../../engine/chunk-in-list.ts';
import type { Db } from '../../schema.ts';

type ReceivedMessage = EventData['message.received'];

/** A delivery of a burst, with the body of its event. */
interface Collected {
	id: DeliveryId;
	body: string;
}

/** The content of the delivery of a burst. */
export interface BurstMessages {
	/** The data of the last message, and of each as `messages`; null: no message is left. */
	event: GatewayEvent | null;
	joined: readonly DeliveryId[];
	/** Deliveries of messages that were deleted while the burst went on. */
	withdrawn: readonly DeliveryId[];
}

/**
 * Joins collected messages, oldest first, as they are now: without those that were deleted meanwhile, and with the new
 * texts of those that were edited. So no receiver answers a message that the customer has deleted.
 */
export async function joinMessages(db: Db, collected: readonly Collected[]): Promise<BurstMessages> {
	const received = collected.map(({ id, body }) => ({
		id,
		message: (JSON.parse(body) as { data: ReceivedMessage }).data,
	}));
	const changes = await readChanges(
		db,
		received.map(({ message }) => message.messageId),
	);
	const isDeleted = ({ message }: { message: ReceivedMessage }): boolean =>
		(changes.get(message.messageId)?.deleted_at ?? null) !== null;
	const left = received.filter((one) => !isDeleted(one));
	const messages = left.map(({ message }) => {
		const change = changes.get(message.messageId);
		return change === undefined ? message : { ...message, content: change.content };
	});
	const last = messages.at(-1);
	return {
		event: last === undefined ? null : { kind: 'message.received', data: { ...last, messages } },
		joined: left.map(({ id }) => id),
		withdrawn: received.filter(isDeleted).map(({ id }) => id),
	};
}

/** The messages among these that were edited or deleted, by id. */
async function readChanges(db: Db, messageIds: readonly ReceivedMessage['messageId'][]) {
	const rows = [];
	for (const ids of chunkInList(messageIds)) {
		const changed = await db
			.selectFrom('messages')
			.select(['id', 'content', 'deleted_at'])
			.where('id', 'in', ids)
			.where((is) => is.or([is('edited_at', 'is not', null), is('deleted_at', 'is not', null)]))
			.execute();
		rows.push(...changed);
	}
	return new Map(rows.map((row) => [row.id, row]));
}
