import { GatewayError } from '../../../domain/error.ts';
import type { InstanceId, MessageId } from '../../../domain/ids.ts';
import { phoneOfChat } from '../../../domain/phone.ts';
import { formatOfHeader } from '../../../media/formats.ts';
import { unsupportedMedia } from '../../../media/refusals.ts';
import { incomingContent, type IncomingFields, type ObtainFile } from './incoming-content.ts';
import type { SimulatorControls } from '../simulator.ts';
import { isUploadUrl, uploadOrThrow } from '../../../outbound/upload-url.ts';
import { batch } from '../../../store/commit/batch.ts';
import { messageIdsOf } from '../../../store/messages/provider-message-ids.ts';
import type { ReceivedName } from '../../../store/chats/received-names.ts';
import type { Dependencies } from '../../../http/server/dependencies.ts';

/** Something somebody wrote to an instance. */
export interface IncomingRequest {
	/** The sender as clients know it: `<phone>@s.whatsapp.net`, a LID, or a BSUID. */
	senderId: string;
	contactName: string | null;
	chatId: string;
	written: IncomingFields;
	/** The network's own name for it; absent: a new one. */
	networkId?: string;
	quotedMessageId?: MessageId;
}

/**
 * Gives what lets a message arrive at an instance of the simulated network, with its file where it has one: from a
 * server elsewhere, or from the uploads. It gives the id of the stored message, and throws instance_disconnected
 * and the codes of media.
 */
export function incomingRequests(
	{ store, clock, newId, media }: Pick<Dependencies, 'store' | 'clock' | 'newId' | 'media'>,
	controls: SimulatorControls,
): (instanceId: InstanceId, arriving: IncomingRequest) => Promise<MessageId> {
	const { folder, remote } = media;
	const storedAs = batch<ReceivedName, MessageId | null>({
		work: (names) => messageIdsOf(store.read, names),
		sizeOf: ({ networkId }) => networkId.length,
		canSplit: () => false,
	});

	const obtain: ObtainFile = async (home, mediaUrl, mediaType) => {
		if (!isUploadUrl(mediaUrl)) {
			return { ...(await remote.download(home, mediaUrl, mediaType)), filename: null };
		}
		const { file, filename, mime_type: mimeType, ...upload } = await uploadOrThrow(store.read, mediaUrl);
		if (upload.media_type !== mediaType) {
			const name = formatOfHeader(mimeType)?.name ?? mimeType;
			throw unsupportedMedia(mediaType, `The uploaded file is ${name}`);
		}
		const shared = await folder.link(home, file);
		return { file: shared, path: folder.pathOf(shared), mimeType, filename };
	};

	return async (instanceId, { written, networkId: named, ...arriving }) => {
		const { file, ...content } = await incomingContent(obtain, instanceId, written);
		const networkId = `simulated:${named ?? newId('msg')}`;
		const { senderId, chatId } = arriving;
		const source = { chat: chatId, sender: senderId };
		const from = phoneOfChat(senderId);
		const message = { networkId, source, from, ...arriving, ...content, at: clock.now() };
		if (!(await controls.receive(instanceId, message))) {
			if (file !== null) await folder.discard(file);
			throw deviceNotConnected();
		}
		const id = await storedAs({ instanceId, networkId, source });
		if (id === null) throw new GatewayError('internal_error', 'The message was not stored.');
		return id;
	};
}

/** What is answered where something is to reach an instance whose device is not connected. */
export function deviceNotConnected(): GatewayError {
	return new GatewayError(
		'instance_disconnected',
		'The instance is not connected, so its phone gets nothing. Connect it first.',
	);
}
