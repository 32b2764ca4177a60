import type { proto, WAMessage, WAMessageKey } from 'baileys';
import type { EncryptedSession } from '../../../session/encrypted-session.ts';
import type { NetworkEvent } from '../../../network-event.ts';
import { RESEND_PREFIX } from '../../session/auth-state.ts';
import type { Device, DeviceConnection } from '../../device.ts';
import { changeEventOf } from '../../changes/change-event.ts';
import { changeIn, type ReceivedChange } from '../../changes/received-change.ts';
import { fetchFile } from '../../files/fetch-file.ts';
import { isNetworkId } from '../../outbound/message-id.ts';
import type { Serializer } from '../../session/unit-of-work.ts';
import { isMessageEvent, withFile } from '../message/message-event.ts';
import {
	decodeKey,
	decodeMessage,
	eventOf,
	type DecryptedMessage,
	type ReceivedMessage,
} from '../decryption/decrypt-message.ts';
import { originOf } from '../message/message-origin.ts';
import { createMissingMessages, isSameMessage, type MissingMessage } from './missing-messages.ts';
import { createPhoneRequests } from './phone-requests.ts';

/** Milliseconds after which a missing message is given up. */
const MAX_AGE = 14 * 24 * 3_600_000;
/** Milliseconds that the sender of a message has to send it again before the phone is asked for it. */
const SENDER_DELAY = 5000;

/**
 * Requests the content of messages that WhatsApp delivered without content ("placeholders"), or that could not be
 * decrypted, from the account's phone. The phone resends them in a protocol message, minutes or days later; until then
 * they are stored.
 */
export interface PlaceholderResends {
	/** Adds a message. It is durable after the next commit. */
	add(received: ReceivedMessage): void;
	/**
	 * Requests a message from the phone, soon, unless its content comes before; `fromSender`: its sender was asked for it.
	 * A request that is lost is repeated on the next connection.
	 */
	request(received: ReceivedMessage, options?: { fromSender: boolean }): void;
	/** Removes a message whose content was received, from the phone or from its sender. */
	remove(key: WAMessageKey): void;
	/** Requests all missing messages on a new connection. */
	requestMissing(connection: DeviceConnection): void;
	/** The connection was lost. */
	onClosed(): void;
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
	const missing = createMissingMessages({
		stored: new Map(
			[...stored].map(([key, value]) => [
				key.slice(RESEND_PREFIX.length),
				serializer.deserialize(value) as MissingMessage,
			]),
		),
		keyOf: (node) => decodeKey(device, node),
		store: (name, message) => {
			unitOfWork.set({ [RESEND_PREFIX + name]: message }, { cache: false });
			if (message === null) requests.remove(name);
		},
	});
	let current: DeviceConnection | null = null;
	const requests = createPhoneRequests(clock, (keys) => {
		current?.socket
			.sendPeerDataOperationMessage({
				placeholderMessageResendRequest: keys.map((messageKey) => ({ messageKey })),
				peerDataOperationRequestType: proto.Message.PeerDataOperationRequestType.PLACEHOLDER_MESSAGE_RESEND,
			})
			.catch(() => undefined);
	});

	/** The missing message that the phone has sent; undefined: none. */
	async function missingMessageOf({ identities }: DeviceConnection, info: proto.IWebMessageInfo) {
		const key = { ...info.key, participant: info.key?.participant ?? info.participant ?? null };
		const candidates = missing.withId(key.id ?? '');
		const same = candidates.find((candidate) => isSameMessage(candidate.key, key));
		if (same !== undefined || candidates.length === 0) return same;
		// The phone may name people by their other JID.
		const named = await originOf(identities, { ...key, id: key.id ?? '' });
		if (named === null) return undefined;
		for (const candidate of candidates) {
			if ((key.fromMe === true) !== (candidate.key.fromMe === true)) continue;
			const awaited = await originOf(identities, candidate.key);
			if (named.chatId === awaited?.chatId && named.senderId === awaited.senderId) return candidate;
		}
		return undefined;
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
		const missingMessage = await missingMessageOf(connection, info);
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
		missing.remove(missingMessage.key);
		if (isMessageEvent(event)) unitOfWork.addEvents([withFile(event, fetched)]);
		else if (event !== null) unitOfWork.addEvents([event]);
		await unitOfWork.commit();
	}

	return {
		add({ node: { tag, attrs }, message }) {
			if (isNetworkId(message.key.id ?? '')) missing.add({ node: { tag, attrs }, at: clock.now() });
		},
		request({ message }, { fromSender } = { fromSender: false }) {
			if (current === null) return;
			for (const one of missing.withKey(message.key)) requests.add(one, fromSender ? SENDER_DELAY : 0);
		},
		remove(key) {
			missing.remove(key);
		},
		requestMissing(connection) {
			current = connection;
			for (const one of missing.all()) {
				if (clock.now() - one.at > MAX_AGE) missing.remove(one.key);
				else requests.add(one);
			}
		},
		onClosed() {
			current = null;
			requests.clear();
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
