import { GatewayError } from '../../domain/error.ts';
import type { Clock } from '../../domain/clock.ts';
import type { InstanceId } from '../../domain/ids.ts';
import { chatIdOf } from '../../domain/phone.ts';
import { storedMessage } from '../../inbound/driver-context.ts';
import { connectionOrThrow } from '../../instances/find-instance.ts';
import type { Connections } from '../../network/connections/connections.ts';
import type { NetworkConnection } from '../../network/driver.ts';
import type { MessageChange } from '../../network/network-event.ts';
import type { StoredMessage } from '../../network/network-message.ts';
import { PermanentSendError } from '../../network/permanent-send-error.ts';
import { findMessage } from '../../store/messages/messages.ts';
import type { Db, InstanceRow, MessageRow } from '../../store/schema.ts';

export interface ChangeDeps {
	read: Db;
	clock: Clock;
	connections: Connections;
	/** The path of a file in the media folder. */
	pathOf: (mediaFile: string) => string;
	/** Makes a change durable, with its event. */
	record: (instanceId: InstanceId, change: MessageChange) => Promise<void>;
}

/** The kind of a change, and what it changes to. */
type ChangeContent = MessageChange extends infer Change
	? Change extends MessageChange
		? Omit<Change, 'target' | 'actor' | 'at'>
		: never
	: never;

/** Returns a stored message. Throws message_not_found, message_deleted. */
export async function messageOrThrow(db: Db, messageId: string): Promise<MessageRow> {
	const message = await findMessage(db, messageId);
	if (message === undefined) {
		throw new GatewayError(
			'message_not_found',
			'There is no message with this id. List those of an instance with GET /v1/messages.',
		);
	}
	if (message.deleted_at === null) return message;
	throw new GatewayError('message_deleted', 'The message was deleted for everyone.');
}

/** Throws message_not_sent for an outbound message that the network does not have. */
export function assertSent({ direction, status }: MessageRow): void {
	if (direction === 'inbound') return;
	if (status === 'failed') {
		throw new GatewayError('message_not_sent', 'The message failed, so nobody has received it.');
	}
	if (status !== 'queued' && status !== 'scheduled') return;
	throw new GatewayError(
		'message_not_sent',
		'The message is not sent yet. Wait until its status is sent, or cancel it with DELETE /v1/messages/{messageId}.',
	);
}

/** Throws not_own_message for a received message. */
export function assertOwn({ direction }: MessageRow, action: string): void {
	if (direction === 'outbound') return;
	throw new GatewayError(
		'not_own_message',
		`Only messages that the instance sent can be ${action}; the other side wrote this one.`,
	);
}

/**
 * Has the network change a message, then records the change as one of the account itself, with its event. Resolves when
 * it is durable. Throws invalid_instance, instance_disconnected, the network's refusal, and service_unavailable where
 * the network did not answer.
 */
export async function changeMessage(
	deps: ChangeDeps,
	row: MessageRow,
	content: ChangeContent,
	apply: (connection: NetworkConnection, message: StoredMessage) => Promise<void>,
): Promise<{ at: number }> {
	const { read, clock, connections, pathOf, record } = deps;
	const { instance, connection } = await connectionOrThrow(read, connections, row.instance_id);
	await apply(connection, storedMessage(row, pathOf)).catch(throwForClient);
	const at = clock.now();
	const target = { messageId: row.id };
	await record(row.instance_id, { ...content, target, actor: accountActor(instance), at });
	return { at };
}

/** The account itself as the actor of a change. */
function accountActor({ id, phone }: InstanceRow): MessageChange['actor'] {
	return { senderId: chatIdOf(phone ?? id), from: phone, isFromMe: true, contactName: null };
}

/** Rethrows an error of the network as one whose message says what the client can do. */
function throwForClient(error: unknown): never {
	if (error instanceof GatewayError) throw error;
	if (error instanceof PermanentSendError) {
		throw new GatewayError('invalid_parameters', `The network refused it: ${error.message}`, {
			cause: error,
		});
	}
	throw new GatewayError(
		'service_unavailable',
		'The network did not confirm the change, and may have made it. Send the request again in a moment.',
		{ retryAfter: 5, cause: error },
	);
}
