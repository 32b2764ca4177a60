import type { Caller } from '../../../domain/caller.ts';
import { GatewayError } from '../../../domain/error.ts';
import type { InstanceId, MessageId } from '../../../domain/ids.ts';
import { phoneOfChat } from '../../../domain/phone.ts';
import type { Dependencies } from '../../../http/server/dependencies.ts';
import { formatOfContentType } from '../../../media/formats.ts';
import { unsupportedMedia } from '../../../media/media-errors.ts';
import { isUploadUrl, uploadOfCallerOrThrow } from '../../../outbound/upload-url.ts';
import type { ProviderMessageKey } from '../../../store/messages/provider-message-key.ts';
import { batch } from '../../../lib/batch.ts';
import { findMessageIds } from '../../../store/messages/provider-message-ids.ts';
import type { Db } from '../../../store/schema.ts';
import type { SimulatorControls } from '../simulator.ts';
import { incomingContent, type IncomingFields, type ObtainFile } from './incoming-content.ts';
import { isInChat, type ChatOfInstance } from './queries.ts';

/** A message to an instance. */
export interface IncomingRequest {
	/** The sender's id at clients: `<phone>@s.whatsapp.net`, a LID, or a BSUID. */
	senderId: string;
	contactName: string | null;
	chatId: string;
	written: IncomingFields;
	/** The network's own id of the message; absent: a new one. */
	networkId?: string;
	quotedMessageId?: MessageId;
}

export type ReceiveMessage = (
	instanceId: InstanceId,
	request: IncomingRequest,
	caller: Caller,
) => Promise<MessageId>;

/**
 * Returns a function that lets a message arrive at an instance, with a file from a URL or from the uploads. It
 * returns the id of the stored message, and throws instance_disconnected and the codes of media.
 */
export function createReceiveMessage(
	{ store, clock, newId, media }: Pick<Dependencies, 'store' | 'clock' | 'newId' | 'media'>,
	controls: SimulatorControls,
): ReceiveMessage {
	const { folder, remote } = media;
	const findMessageId = batch<ProviderMessageKey, MessageId | null>({
		work: (names) => findMessageIds(store.read, names),
		sizeOf: ({ networkId }) => networkId.length,
		canSplit: () => false,
	});

	const obtainFile = async (
		caller: Caller,
		...[owner, mediaUrl, mediaType]: Parameters<ObtainFile>
	): ReturnType<ObtainFile> => {
		if (!isUploadUrl(mediaUrl)) {
			return { ...(await remote.download(owner, mediaUrl, mediaType)), filename: null };
		}
		const row = await uploadOfCallerOrThrow(store.read, mediaUrl, caller);
		const { file, filename, mime_type: mimeType, ...upload } = row;
		if (upload.media_type !== mediaType) {
			const name = formatOfContentType(mimeType)?.name ?? mimeType;
			throw unsupportedMedia(mediaType, `The uploaded file is ${name}`);
		}
		const linked = await folder.link(owner, file);
		return { file: linked, path: folder.pathOf(linked), mimeType, filename };
	};

	return async (instanceId, { written, networkId: givenId, ...request }, caller) => {
		const obtain: ObtainFile = (...file) => obtainFile(caller, ...file);
		const { file, ...content } = await incomingContent(obtain, instanceId, written);
		const networkId = `simulated:${givenId ?? newId('msg')}`;
		const { senderId, chatId } = request;
		const source = { chat: chatId, sender: senderId };
		const from = phoneOfChat(senderId);
		const message = { networkId, source, from, ...request, ...content, at: clock.now() };
		if (!(await controls.receive(instanceId, message))) {
			if (file !== null) await folder.discard(file);
			throw deviceNotConnected();
		}
		const id = await findMessageId({ instanceId, networkId, source });
		if (id === null) throw new GatewayError('internal_error', 'The message was not stored.');
		return id;
	};
}

/** The field of a reply for the message it quotes, if any. Throws message_not_found. */
export async function quotedField(
	db: Db,
	chat: ChatOfInstance,
	quotedMessageId: string | undefined,
): Promise<{ quotedMessageId?: MessageId }> {
	if (quotedMessageId === undefined) return {};
	if (await isInChat(db, chat, quotedMessageId)) return { quotedMessageId: quotedMessageId as MessageId };
	throw new GatewayError('message_not_found', 'The chat has no message with this quotedMessageId.');
}

/** The error for requests to an instance whose device is not connected. */
export function deviceNotConnected(): GatewayError {
	return new GatewayError(
		'instance_disconnected',
		'The instance is not connected, so its phone receives nothing. Connect it first.',
	);
}
