import type { Caller } from '../../../domain/access/caller.ts';
import { GatewayError } from '../../../domain/error.ts';
import type { InstanceId, MessageId } from '../../../domain/ids.ts';
import { isGroupJid, phoneOfChat } from '../../../domain/phone.ts';
import type { Dependencies } from '../../../http/server/dependencies.ts';
import type { ProviderMessageKey } from '../../../store/messages/provider-message-key.ts';
import { batch } from '../../../lib/concurrency/batch.ts';
import { currentIdOf, readCurrentIds } from '../../../store/chats/person-ids.ts';
import { findMessageIds } from '../../../store/messages/provider-message-ids.ts';
import type { Db } from '../../../store/schema.ts';
import type { SimulatorControls } from '../simulator.ts';
import { capabilitiesFor, requireCapabilities } from './required-capabilities.ts';
import { createObtainFile } from './content/obtain-file.ts';
import type { WrittenFields } from './content/schema.ts';
import { writtenContent } from './content/written-content.ts';
import { isInChat, type ChatOfInstance } from './queries.ts';

/** A message to an instance. */
export interface IncomingRequest {
	/** The sender's id, as the network reports it: `<phone>@s.whatsapp.net`, a LID, or a BSUID. */
	senderId: string;
	contactName: string | null;
	username?: string;
	/** The chat, as the network reports it. */
	chatId: string;
	written: WrittenFields;
	/** The network's own id of the message; absent: a new one. */
	networkId?: string;
	quotedMessageId?: MessageId;
}

export type ReceiveMessage = (
	instanceId: InstanceId,
	request: IncomingRequest,
	caller: Caller,
) => Promise<MessageId | null>;

/**
 * Returns a function that lets a message arrive at an instance, with a file from a URL or from the uploads. It returns
 * the id of the stored message, or null where the account has blocked the sender or a fault holds the message back, and
 * throws instance_disconnected, official_api_instance and the codes of media.
 */
export function createReceiveMessage(
	dependencies: Pick<Dependencies, 'store' | 'clock' | 'newId' | 'media'>,
	controls: SimulatorControls,
): ReceiveMessage {
	const { store, clock, newId, media } = dependencies;
	const obtainFile = createObtainFile(dependencies);
	const findMessageId = batch<ProviderMessageKey, MessageId | null>({
		work: (names) => findMessageIds(store.read, names),
		sizeOf: ({ networkId }) => networkId.length,
		canSplit: () => false,
	});

	return async (instanceId, { written, networkId: givenId, ...request }, caller) => {
		requireCapabilities(controls, instanceId, capabilitiesFor(written));
		const { senderId, chatId } = request;
		// The ids of the source stay those of the first report, by which a repetition is recognised.
		const source = { chat: chatId, sender: senderId };
		const currentIds = await readCurrentIds(store.read, [
			{ instanceId, id: chatId },
			{ instanceId, id: senderId },
		]);
		const current = {
			chatId: currentIds({ instanceId, id: chatId }),
			senderId: currentIds({ instanceId, id: senderId }),
		};
		if (!isGroupJid(chatId) && (await controls.hasBlocked(instanceId, current.senderId))) return null;
		const { content, file } = await writtenContent(obtainFile(caller), instanceId, written);
		const networkId = `simulated:${givenId ?? newId('msg')}`;
		const from = phoneOfChat(current.senderId);
		const message = { networkId, source, from, ...request, ...current, ...content, at: clock.now() };
		if (!(await controls.receive(instanceId, message))) {
			if (file !== null) await media.folder.discard(file);
			throw deviceNotConnected();
		}
		const id = await findMessageId({ instanceId, networkId, source });
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
	const { instanceId } = chat;
	const chatId = await currentIdOf(db, instanceId, chat.chatId);
	if (await isInChat(db, { instanceId, chatId }, quotedMessageId))
		return { quotedMessageId: quotedMessageId as MessageId };
	throw new GatewayError('message_not_found', 'The chat has no message with this quotedMessageId.');
}

/** The error for requests to an instance whose device is not connected. */
export function deviceNotConnected(): GatewayError {
	return new GatewayError(
		'instance_disconnected',
		'The instance is not connected, so its phone receives nothing. Connect it first.',
	);
}
