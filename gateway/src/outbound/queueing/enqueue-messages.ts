import { GatewayError } from '../../domain/error.ts';
import { idAt, type NewId } from '../../domain/ids.ts';
import { chatIdOf } from '../../domain/phone.ts';
import { upsertChats } from '../../store/chats/chats.ts';
import type { CommitScope } from '../../store/commit/scope.ts';
import { spendCredits } from '../../store/instances/credits.ts';
import { findInstances } from '../../store/instances/instances.ts';
import { findChatsOfMessages, type ChatOfMessage } from '../../store/messages/history.ts';
import { insertQueuedMessages } from '../../store/messages/messages.ts';
import type { Db, InstanceRow } from '../../store/schema.ts';
import { addressMessages } from './address-messages.ts';
import { assertSupported, type CapabilitiesOf } from './assert-supported.ts';
import { checkOwners, type AcceptableRequest } from './check-owners.ts';
import { findReplays, storeResponses, type Accepted, type Replays } from './idempotency.ts';
import type { MessageToSend, SendRequest } from './message-to-send.ts';
import type { OrderAfterQueued } from './order-after-queued.ts';
import { queuedMessage } from './queued-message.ts';
import { recordPageMessages } from './record-page-messages.ts';
import { dueTime } from './due-time.ts';
import { isUploadUrl, lockUploadOrThrow } from '../media/upload-url.ts';
import { sendingInstance } from './sending-instance.ts';

/** The limits by which messages are accepted or refused. */
export interface EnqueueOptions {
	/** Balance of messages; null: unlimited. */
	credits: number | null;
	capabilitiesOf: CapabilitiesOf;
}

export interface EnqueueDeps extends EnqueueOptions {
	newId: NewId;
	orderAfterQueued: OrderAfterQueued;
}

/**
 * Queues messages: after the commit they will be sent, scheduled ones when they are due. Accepts or refuses each
 * request independently of the others, and returns their outcomes in the same order. A refusal is one of
 * invalid_instance, instance_disconnected, insufficient_credits, idempotency_key_reused, official_api_instance,
 * official_api_required, message_not_found, invalid_parameters, chat_taken, or invalid_media_url for an upload that was
 * deleted since it was checked. Creates the ids here, inside the commit, so that they follow the order of acceptance.
 */
export async function enqueueMessages(
	scope: CommitScope,
	{ newId, orderAfterQueued, credits, capabilitiesOf }: EnqueueDeps,
	given: readonly SendRequest[],
): Promise<(Accepted | GatewayError)[]> {
	const { db } = scope;
	const requests = await addressMessages(db, given);
	const now = requests.at(-1)?.at ?? 0;
	const keys = requests.flatMap(({ idempotencyKey }) => idempotencyKey ?? []);
	const replays = await findReplays(db, keys, now);
	const instanceIds = requests.map(({ message }) => message.instanceId);
	const instances = await findInstances(db, instanceIds);
	const quotedIds = requests.flatMap(({ message }) => message.quotedMessageId ?? []);
	const quoted = await findChatsOfMessages(db, quotedIds);

	const outcomes = new Map<SendRequest, Accepted | GatewayError>();
	const supported: AcceptableRequest[] = [];
	for (const request of requests) {
		const outcome =
			(await missingUpload(db, request.message)) ??
			decide(request, { replays, instances, quoted, capabilitiesOf, newId });
		if ('row' in outcome) supported.push({ request, ...outcome });
		else outcomes.set(request, outcome);
	}
	const { refused, takeovers } = await checkOwners(db, supported);
	for (const [request, error] of refused) outcomes.set(request, error);
	const acceptable = supported.filter(({ request }) => !refused.has(request));
	const paid = credits === null ? acceptable.length : await spendCredits(db, credits, acceptable.length);
	for (const { request } of acceptable.slice(paid)) outcomes.set(request, insufficientCredits());
	const queued = await queue(scope, orderAfterQueued, acceptable.slice(0, paid), now);
	await recordPageMessages(scope, newId, queued, takeovers);
	for (const { request, row } of queued) {
		outcomes.set(request, { messageId: row.id, at: request.at, replayed: false });
	}
	return requests.flatMap((request) => outcomes.get(request) ?? []);
}

/** Inserts the messages with their chats and the responses to their requests; returns them with their final ids. */
async function queue(
	{ db, emit }: Pick<CommitScope, 'db' | 'emit'>,
	orderAfterQueued: OrderAfterQueued,
	accepted: readonly AcceptableRequest[],
	now: number,
): Promise<readonly AcceptableRequest[]> {
	if (accepted.length === 0) return [];
	const atOnce = accepted.filter(({ row }) => row.send_at === null);
	// Scheduled messages are in no chat until they are due.
	const scheduled = accepted.filter(({ row }) => row.send_at !== null);
	const queuedAtOnce = await addToChats(db, orderAfterQueued, atOnce);
	const queued = [...queuedAtOnce, ...scheduled];
	await insertQueuedMessages(
		db,
		queued.map(({ row }) => row),
	);
	const responses = queued.flatMap(({ request: { idempotencyKey, at }, row }) =>
		idempotencyKey === null
			? []
			: { request: idempotencyKey, messageId: row.id, instanceId: row.instance_id, at },
	);
	await storeResponses(db, responses, now);
	for (const [instanceId, messages] of Map.groupBy(queuedAtOnce, ({ row }) => row.instance_id)) {
		const chatIds = [...new Set(messages.map(({ row }) => row.chat_id))];
		emit({ kind: 'message_queued', instanceId, chatIds });
	}
	if (scheduled.length > 0) emit({ kind: 'message_scheduled' });
	for (const { row } of queued) emit({ kind: 'message_accepted', messageId: row.id, type: row.type });
	return queued;
}

/** Makes messages the latest of their chats; returns them with ids that sort after those already queued there. */
async function addToChats(
	db: Db,
	orderAfterQueued: OrderAfterQueued,
	accepted: readonly AcceptableRequest[],
): Promise<readonly AcceptableRequest[]> {
	if (accepted.length === 0) return [];
	// Locks the chats: until the end of this commit no other process queues messages in them.
	await upsertChats(
		db,
		accepted.map(({ row }) => ({ message: row, contactName: null, unread: 0 })),
	);
	const rows = await orderAfterQueued(
		db,
		accepted.map(({ row }) => row),
	);
	return accepted.map((each, index) => ({ ...each, row: rows[index] ?? each.row }));
}

/** The error for a message whose uploaded file was deleted; null for any other message. */
async function missingUpload(db: Db, { media }: MessageToSend): Promise<GatewayError | null> {
	const mediaUrl = media?.mediaUrl ?? null;
	if (mediaUrl === null || !isUploadUrl(mediaUrl)) return null;
	try {
		await lockUploadOrThrow(db, mediaUrl);
		return null;
	} catch (error) {
		if (error instanceof GatewayError) return error;
		throw error;
	}
}

interface DecisionDeps {
	replays: Replays;
	instances: ReadonlyMap<string, InstanceRow>;
	/** The chats of the quoted messages. */
	quoted: ReadonlyMap<string, ChatOfMessage>;
	capabilitiesOf: CapabilitiesOf;
	newId: NewId;
}

/** Returns the message to queue with its instance, the stored response to the same request, or the refusal. */
function decide(
	{ message, idempotencyKey, at }: SendRequest,
	{ replays, instances, quoted, capabilitiesOf, newId }: DecisionDeps,
): Omit<AcceptableRequest, 'request'> | Accepted | GatewayError {
	try {
		const replay = idempotencyKey === null ? null : replays(idempotencyKey);
		if (replay !== null) return replay;
		const instance = sendingInstance(instances, message.instanceId);
		const capabilities = capabilitiesOf(instance);
		if (capabilities !== null) assertSupported(message, capabilities, instance.method);
		assertQuotable(message, quoted);
		const sendAt = dueTime(message.sendAt, at);
		const id = newId('msg');
		const sentId = sendAt === null ? id : idAt(id, sendAt);
		return { row: queuedMessage(sentId, instance.id, { ...message, sendAt }, at), instance };
	} catch (error) {
		if (error instanceof GatewayError) return error;
		throw error;
	}
}

/** Throws message_not_found if the quoted message is not in the chat of the recipient. */
function assertQuotable(
	{ instanceId, to, quotedMessageId }: MessageToSend,
	quoted: ReadonlyMap<string, ChatOfMessage>,
): void {
	if (quotedMessageId === null) return;
	const message = quoted.get(quotedMessageId);
	if (message?.instance_id === instanceId && message.chat_id === chatIdOf(to)) return;
	throw new GatewayError(
		'message_not_found',
		'The chat has no message with this quotedMessageId. Reply in the chat of the message, through its instance, or leave quotedMessageId out.',
	);
}

function insufficientCredits(): GatewayError {
	return new GatewayError(
		'insufficient_credits',
		'The account has no message credits left. Ask the operator of this gateway for more.',
	);
}
