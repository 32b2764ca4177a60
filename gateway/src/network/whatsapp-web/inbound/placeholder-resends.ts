import type { BinaryNode, proto, WAMessage } from 'baileys';
import type { EncryptedSession } from '../../encrypted-session.ts';
import type { NetworkEvent } from '../../network-event.ts';
import { RESEND_PREFIX } from '../session/auth-state.ts';
import type { Device, DeviceConnection } from '../device.ts';
import { changeEventOf } from '../changes/change-event.ts';
import { changeIn, type ReceivedChange } from '../changes/received-change.ts';
import { fetchFile } from '../files/fetch-file.ts';
import type { Serializer } from '../session/unit-of-work.ts';
import { isMessageEvent, withFile } from './message-event.ts';
import { decodeMessage, eventOf, type DecryptedMessage, type ReceivedMessage } from './decrypt-message.ts';

/** Milliseconds after which a missing message is given up. */
const MAX_AGE = 14 * 24 * 3_600_000;
/** Messages in one request to the phone. */
const BATCH_SIZE = 50;
/** Missing messages that are stored at the same time; further ones are not requested. */
const MAX_MISSING = 1000;

/** A message without content: its stanza, and when it arrived in epoch milliseconds. */
interface MissingMessage {
	node: Pick<BinaryNode, 'tag' | 'attrs'>;
	at: number;
}

/**
 * Requests the content of messages that WhatsApp delivered without content ("placeholders"), or that could not be
 * decrypted, from the account's phone. The phone resends them in a protocol message, minutes or days later; until then
 * they are stored.
 */
export interface PlaceholderResends {
	/** Adds a message. It is durable after the next commit. */
	add(received: ReceivedMessage): void;
	/** Requests a message from the phone. A request that is lost is repeated on the next connection. */
	request(received: ReceivedMessage): void;
	/** Removes a message whose content was received, from the phone or from its sender. */
	remove(networkId: string): void;
	/** Requests all missing messages on a new connection. */
	requestMissing(connection: DeviceConnection): void;
	/** Records the messages in a response of the phone. Resolves when they are durable. */
	receiveResponse(decrypted: DecryptedMessage): Promise<void>;
}

/** Restores the missing messages of earlier connections. */
export async function openPlaceholderResends(
	device: Device,
	session: EncryptedSession,
	serializer: Serializer,
): Promise<PlaceholderResends> {
	const { baileys, clock, unitOfWork } = device;
	const { proto } = baileys;
	const stored = await session.list(RESEND_PREFIX);
	const missing = new Map(
		[...stored].map(([key, value]) => [
			key.slice(RESEND_PREFIX.length),
			serializer.deserialize(value) as MissingMessage,
		]),
	);

	function request(connection: DeviceConnection, keys: readonly proto.IMessageKey[]): void {
		connection.socket
			.sendPeerDataOperationMessage({
				placeholderMessageResendRequest: keys.map((messageKey) => ({ messageKey })),
				peerDataOperationRequestType: proto.Message.PeerDataOperationRequestType.PLACEHOLDER_MESSAGE_RESEND,
			})
			.catch(() => undefined);
	}

	function remove(networkId: string): void {
		if (missing.delete(networkId)) unitOfWork.set({ [RESEND_PREFIX + networkId]: null }, { cache: false });
	}

	async function changeOf(
		connection: DeviceConnection,
		resent: WAMessage,
		change: ReceivedChange,
	): Promise<NetworkEvent | null> {
		const { event, claim } = await changeEventOf(device, connection, resent, change);
		return claim === null || (await device.groupAdmins.include(claim)) ? event : null;
	}

	/** Records a message with the content from the phone. */
	async function record(connection: DeviceConnection, info: proto.IWebMessageInfo): Promise<void> {
		const networkId = info.key?.id ?? '';
		const missingMessage = missing.get(networkId);
		if (missingMessage === undefined || !info.message) return;
		// The sender and the chat are taken from WhatsApp's stanza, and only the content from the phone.
		const { message } = decodeMessage(device, connection, missingMessage.node);
		const resent = { ...message, message: info.message };
		const change = changeIn(info.message);
		const { event, file } =
			change === null
				? await eventOf(device, connection, resent)
				: { event: await changeOf(connection, resent, change), file: null };
		const hasFile = isMessageEvent(event) && file !== null;
		const fetched = hasFile ? await fetchFile(device, { key: message.key, file }) : {};
		remove(networkId);
		if (isMessageEvent(event)) unitOfWork.addEvents([withFile(event, fetched)]);
		else if (event !== null) unitOfWork.addEvents([event]);
		await unitOfWork.commit();
	}

	return {
		add({ node: { tag, attrs }, message }) {
			const networkId = message.key.id ?? '';
			if (missing.size >= MAX_MISSING || missing.has(networkId)) return;
			const missingMessage = { node: { tag, attrs }, at: clock.now() };
			missing.set(networkId, missingMessage);
			unitOfWork.set({ [RESEND_PREFIX + networkId]: missingMessage }, { cache: false });
		},
		request({ connection, message }) {
			request(connection, [message.key]);
		},
		remove,
		requestMissing(connection) {
			const keys: proto.IMessageKey[] = [];
			for (const [networkId, { node, at }] of missing) {
				if (clock.now() - at > MAX_AGE) remove(networkId);
				else keys.push(decodeMessage(device, connection, node).message.key);
			}
			for (let from = 0; from < keys.length; from += BATCH_SIZE)
				request(connection, keys.slice(from, from + BATCH_SIZE));
		},
		async receiveResponse({ connection, message }) {
			const response = message.message?.protocolMessage?.peerDataOperationRequestResponseMessage;
			for (const { placeholderMessageResendResponse } of response?.peerDataOperationResult ?? []) {
				const bytes = placeholderMessageResendResponse?.webMessageInfoBytes;
				if (bytes) await record(connection, proto.WebMessageInfo.decode(bytes));
			}
		},
	};
}
