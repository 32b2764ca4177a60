import { canSee, type SendingCaller } from '../../domain/access/caller.ts';
import { GatewayError } from '../../domain/error.ts';
import type { InstanceId } from '../../domain/ids.ts';
import { isMediaType, SENT_TYPES, type MessageType, type SentType } from '../../domain/messages/message.ts';
import type { SentDetails } from '../../domain/messages/message-details.ts';
import { throwInvalidInstance } from '../../instances/find-instance.ts';
import type { MediaStorage } from '../../media/storage/media-storage.ts';
import { detailsOf } from '../../store/messages/message-details.ts';
import { isMediaFileReferenced } from '../../store/messages/uploads.ts';
import type { Db, MessageRow } from '../../store/schema.ts';
import { assertSupported, type CapabilitiesOf } from '../queueing/assert-supported.ts';
import { isCommitInDoubt } from '../media/commit-in-doubt.ts';
import { isMissingFile } from '../media/missing-file.ts';
import { assertSent, messageOrThrow } from './change-message.ts';
import type { EnqueueMessage } from '../queueing/enqueue.ts';
import { sendingInstanceOrThrow } from '../queueing/sending-instance.ts';
import type { IdempotentRequest } from '../../store/idempotency/idempotent-request.ts';
import type { Accepted } from '../queueing/idempotency.ts';
import type { MediaToSend, MessageToSend } from '../queueing/message-to-send.ts';

export interface ForwardDeps {
	read: Db;
	folder: Pick<MediaStorage, 'link' | 'confirm' | 'discard'>;
	capabilitiesOf: CapabilitiesOf;
	enqueueMessage: EnqueueMessage;
}

/** The destination of a forwarded message. */
export interface ForwardFields {
	/** The instance that sends it. */
	instanceId: string;
	to: string;
	/** Whether to send it although a person owns the chat. */
	force?: boolean;
}

/**
 * Queues the content of a stored message of either side for another chat, marked as forwarded. Its file gets a link of
 * its own, so that it stays when the original is deleted. Throws message_not_found, message_deleted, message_not_sent,
 * invalid_instance, instance_disconnected, official_api_instance, invalid_parameters for a kind that cannot be
 * forwarded, and what enqueueMessage() throws.
 */
export async function forwardMessage(
	deps: ForwardDeps,
	caller: SendingCaller,
	messageId: string,
	{ fields, request }: { fields: ForwardFields; request: IdempotentRequest | null },
): Promise<Accepted> {
	const linked: string[] = [];
	let inDoubt = false;
	try {
		return await deps.enqueueMessage(request, async () => {
			const message = await prepareForward(deps, caller, messageId, fields);
			const file = message.media?.stored?.file;
			if (file !== undefined) linked.push(file);
			return message;
		});
	} catch (error) {
		// The message may be queued although the commit reported an error.
		inDoubt = isCommitInDoubt(error);
		throw error;
	} finally {
		// A file in doubt stays pending: the next start checks whether a message refers to it.
		for (const file of inDoubt ? [] : linked) {
			const isUsed = await isMediaFileReferenced(deps.read, file);
			await (isUsed ? deps.folder.confirm(file) : deps.folder.discard(file));
		}
	}
}

async function prepareForward(
	{ read, folder, capabilitiesOf }: ForwardDeps,
	caller: SendingCaller,
	messageId: string,
	{ instanceId, to, force = false }: ForwardFields,
): Promise<MessageToSend> {
	if (!canSee(caller.instanceIds, instanceId)) throwInvalidInstance();
	const original = await messageOrThrow(read, messageId);
	assertSent(original);
	const type = sentTypeOrThrow(original);
	const instance = await sendingInstanceOrThrow(read, instanceId);
	const message = {
		instanceId,
		to,
		type,
		content: original.content,
		quotedMessageId: null,
		metadata: null,
		media: null,
		details: forwardedDetails(original),
		template: null,
		sendAt: null,
		force,
		isFromPerson: caller.kind === 'user',
	};
	const capabilities = capabilitiesOf(instance);
	if (capabilities !== null) assertSupported(message, capabilities, instance.method);
	return { ...message, media: await linkFile(folder, instance.id, original) };
}

/** The type that the message is sent as. Throws invalid_parameters. */
function sentTypeOrThrow(message: MessageRow): SentType {
	const { type, template } = message;
	if (!isSentType(type)) throw notForwardable(`of type ${type}`);
	if (template !== null) throw notForwardable('made from a template');
	if (detailsOf(message).interactive !== undefined) throw notForwardable('with buttons or lists');
	return type;
}

function isSentType(type: MessageType): type is SentType {
	return (SENT_TYPES as readonly MessageType[]).includes(type);
}

function notForwardable(kind: string): GatewayError {
	return new GatewayError(
		'invalid_parameters',
		`A message ${kind} cannot be forwarded. Send its content as a new message.`,
	);
}

/** The parts that the forwarded message has too; people that the original mentions are not mentioned again. */
function forwardedDetails(message: MessageRow): SentDetails {
	const { voice, location, contacts, poll } = detailsOf(message);
	return {
		...(voice === undefined ? {} : { voice }),
		...(location === undefined ? {} : { location: { ...location, live: false } }),
		...(contacts === undefined ? {} : { contacts }),
		...(poll === undefined ? {} : { poll }),
		forwarded: true,
	};
}

/** Links the file of a media message for the instance that sends it; null for a message without one. */
async function linkFile(
	folder: ForwardDeps['folder'],
	instanceId: InstanceId,
	original: MessageRow,
): Promise<MediaToSend | null> {
	if (!isMediaType(original.type)) return null;
	const { media_file: file, mime_type: mimeType, filename, caption } = original;
	if (file === null || mimeType === null) throw fileGone();
	const link = await folder.link(instanceId, file).catch((error: unknown) => {
		// Retention may have removed the file since the row was read.
		throw isMissingFile(error) ? fileGone() : error;
	});
	return { mediaUrl: null, stored: { file: link, mimeType }, filename, caption };
}

function fileGone(): GatewayError {
	return new GatewayError(
		'message_not_found',
		'The file of this message is not stored here any more, so it cannot be forwarded.',
	);
}
