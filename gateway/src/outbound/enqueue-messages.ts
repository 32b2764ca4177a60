import { GatewayError } from '../domain/error.ts';
import type { InstanceId, MessageId, NewId } from '../domain/ids.ts';
import { acceptsMessages } from '../domain/instance.ts';
import type { SentType } from '../domain/message.ts';
import { chatIdOf, recipientOf } from '../domain/phone.ts';
import type { MessageTemplate } from '../domain/template.ts';
import { throwInvalidInstance } from '../instances/find.ts';
import type { Capability } from '../network/capabilities.ts';
import { upsertChats } from '../store/chats/chats.ts';
import { spendCredits } from '../store/instances/credits.ts';
import type { CommitScope } from '../store/commit/group-commit.ts';
import { findInstances } from '../store/instances/instances.ts';
import { insertQueuedMessages, type QueuedMessage } from '../store/messages/messages.ts';
import type { Db, InstanceRow } from '../store/schema.ts';
import {
	findReplays,
	storeResponses,
	type Accepted,
	type Replays,
	type FingerprintedRequest,
} from './idempotency.ts';
import { assertSupported } from './assert-supported.ts';
import { isUploadUrl, uploadOrThrow } from './upload-url.ts';

/** The file of a media message: where it will be taken from when the message is sent. */
export interface MediaToSend {
	mediaUrl: string;
	filename: string | null;
	caption: string | null;
}

/** A message somebody wants sent, its fields checked already. */
export interface MessageToSend {
	instanceId: string;
	to: string;
	type: SentType;
	content: string;
	quotedMessageId: string | null;
	metadata: Record<string, unknown> | null;
	/** Null for a text. */
	media: MediaToSend | null;
	/** What the content was made of, for a template message. */
	template: MessageTemplate | null;
}

export type CapabilitiesOf = (instance: Pick<InstanceRow, 'id' | 'method'>) => ReadonlySet<Capability> | null;

/** On what terms messages are accepted. */
export interface EnqueueOptions {
	/** Balance of messages; null: unlimited. */
	credits: number | null;
	/** What the network an instance is connected to can do; null where that is not known. */
	capabilitiesOf: CapabilitiesOf;
}

/** A message that its client may have named, and when it was asked for. */
export interface SendRequest {
	message: MessageToSend;
	/** Null for a request without an Idempotency-Key. */
	idempotencyKey: FingerprintedRequest | null;
	at: number;
}

/**
 * Queues messages: once this is committed they will be sent. Each is accepted or refused on its own, with
 * invalid_instance, instance_disconnected, insufficient_credits, idempotency_key_reused, what the network never takes
 * (official_api_instance, invalid_parameters), or invalid_media_url for an upload that was deleted since it was
 * checked; gives what came of each, in their order. Ids are made here, inside the commit, so that they follow the
 * order of acceptance.
 */
export async function enqueueMessages(
	{ db, emit }: CommitScope,
	newId: NewId,
	{ credits, capabilitiesOf }: EnqueueOptions,
	asked: readonly SendRequest[],
): Promise<(Accepted | GatewayError)[]> {
	const now = asked.at(-1)?.at ?? 0;
	const earlier = await findReplays(
		db,
		asked.flatMap(({ idempotencyKey }) => idempotencyKey ?? []),
		now,
	);
	const instances = await findInstances(
		db,
		asked.map(({ message }) => message.instanceId),
	);
	const outcomes: (Accepted | GatewayError)[] = [];
	const accepted: { row: QueuedMessage; asked: SendRequest }[] = [];
	for (const one of asked) {
		const outcome =
			(await missingUpload(db, one.message)) ?? decide(one, earlier, { instances, capabilitiesOf }, newId);
		if ('row' in outcome) accepted.push({ row: outcome.row, asked: one });
		outcomes.push('row' in outcome ? { messageId: outcome.row.id, at: one.at, replayed: false } : outcome);
	}
	const paid = credits === null ? accepted.length : await spendCredits(db, credits, accepted.length);
	for (const { row } of accepted.splice(paid)) refuseUnpaid(outcomes, row.id);
	if (accepted.length === 0) return outcomes;

	// First, while these messages are not among those that wait.
	const { hasQueued } = await upsertChats(
		db,
		accepted.map(({ row: message }) => ({ message, contactName: null, unread: 0 })),
	);
	const rows = await insertQueuedMessages(
		db,
		accepted.map(({ row }) => row),
	);
	const responses = accepted.flatMap(({ row, asked: one }) =>
		one.idempotencyKey === null ? [] : { request: one.idempotencyKey, messageId: row.id, at: one.at },
	);
	await storeResponses(db, responses, now);
	for (const [instanceId, messages] of Map.groupBy(rows, (row) => row.instance_id)) {
		// Where older ones may be in another process's hands, all that wait in the chats are read, to keep the order.
		const queued = hasQueued ? { ids: messages.map(({ id }) => id) } : { messages };
		emit({ kind: 'message_queued', instanceId, queued });
	}
	for (const { id, type } of rows) emit({ kind: 'message_accepted', messageId: id, type });
	return outcomes;
}

/** Why the uploaded file of a message cannot be sent, or null where nothing stands against it. */
async function missingUpload(db: Db, { media }: MessageToSend): Promise<GatewayError | null> {
	if (media === null || !isUploadUrl(media.mediaUrl)) return null;
	try {
		await uploadOrThrow(db, media.mediaUrl);
		return null;
	} catch (error) {
		if (error instanceof GatewayError) return error;
		throw error;
	}
}

interface Senders {
	instances: ReadonlyMap<string, InstanceRow>;
	capabilitiesOf: CapabilitiesOf;
}

/** The row of a message that may be sent, the answer it had before, or why it may not. */
function decide(
	{ message, idempotencyKey, at }: SendRequest,
	earlier: Replays,
	{ instances, capabilitiesOf }: Senders,
	newId: NewId,
): { row: QueuedMessage } | Accepted | GatewayError {
	try {
		const answer = idempotencyKey === null ? null : earlier(idempotencyKey);
		if (answer !== null) return answer;
		const instance = sendingInstance(instances, message.instanceId);
		const able = capabilitiesOf(instance);
		if (able !== null) assertSupported(message, able);
		return { row: queuedMessage(newId('msg'), instance.id, message, at) };
	} catch (error) {
		if (error instanceof GatewayError) return error;
		throw error;
	}
}

function refuseUnpaid(outcomes: (Accepted | GatewayError)[], id: MessageId): void {
	const index = outcomes.findIndex((outcome) => 'messageId' in outcome && outcome.messageId === id);
	outcomes[index] = new GatewayError(
		'insufficient_credits',
		'The account has no message credits left. Ask the operator of this gateway for more.',
	);
}

/** The instance a message is to go out through. Throws invalid_instance, instance_disconnected. */
export async function sendingInstanceOrThrow(db: Db, instanceId: string): Promise<InstanceRow> {
	return sendingInstance(await findInstances(db, [instanceId]), instanceId);
}

function sendingInstance(instances: ReadonlyMap<string, InstanceRow>, instanceId: string): InstanceRow {
	const instance = instances.get(instanceId) ?? throwInvalidInstance();
	if (acceptsMessages(instance.status)) return instance;
	throw new GatewayError(
		'instance_disconnected',
		`The instance "${instance.name}" is disconnected. Connect it with POST /v1/instances/${instance.id}/connect, then send again.`,
	);
}

function queuedMessage(
	id: MessageId,
	instanceId: InstanceId,
	message: MessageToSend,
	at: number,
): QueuedMessage {
	return {
		id,
		instance_id: instanceId,
		chat_id: chatIdOf(message.to),
		type: message.type,
		content: message.content,
		recipient: recipientOf(message.to),
		quoted_message_id: message.quotedMessageId,
		metadata: message.metadata === null ? null : JSON.stringify(message.metadata),
		created_at: at,
		media_url: message.media?.mediaUrl ?? null,
		filename: message.media?.filename ?? null,
		caption: message.media?.caption ?? null,
		template: message.template === null ? null : JSON.stringify(message.template),
	};
}
