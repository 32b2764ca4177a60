import type { UnsupportedReason } from '../../../../domain/messages/message-details.ts';
import { acknowledge } from '../acknowledge.ts';
import type { Device } from '../../device.ts';
import type { DecryptedMessage } from '../decryption/decrypt-message.ts';
import { originOf } from '../message/message-origin.ts';
import type { PlaceholderResends } from './placeholder-resends.ts';
import { reportUnsupported } from '../report-unsupported.ts';

/** Error codes of negative acknowledgements. */
const PARSING_ERROR = 487;
const MISSING_MESSAGE_SECRET = 495;
const UNHANDLED_ERROR = 500;

/** Baileys' error texts for a message without content, and for a key that was used before. */
const ABSENT = 'Message absent from node';
const KEY_USED = 'Key used already or never filled';

/** The attribute `decrypt-fail` of what senders do not want to be shown where it cannot be decrypted. */
const HIDDEN = 'hide';

/** By kind of message without content: kinds that the phone does not resend. */
const NEVER_RESENT: Readonly<Record<string, UnsupportedReason>> = {
	view_once_unavailable_fanout: 'view_once',
	bot_unavailable_fanout: 'on_phone_only',
	hosted_unavailable_fanout: 'on_phone_only',
};

/** Times a sender encrypts a message again before it counts as undecryptable. */
const MAX_RETRIES = 5;

/** The answer to WhatsApp after a message without content is recorded. */
export interface Answer {
	/** Requests the content from the sender; null: that is not possible. */
	request: (() => Promise<void>) | null;
	/** Acknowledges the message; after the request. */
	acknowledge: () => Promise<void>;
}

/**
 * Records a message without content, or one that could not be decrypted, as unsupported or as waiting for its content.
 * Resolves when that is durable, with the answer to it. Content that the phone may have is requested from it.
 */
export async function recordUndecryptable(
	device: Device,
	resends: PlaceholderResends,
	decrypted: DecryptedMessage,
): Promise<Answer> {
	const { baileys, log, instanceId, unitOfWork } = device;
	const { connection, node, message } = decrypted;
	const { socket } = connection;
	if (await hasContent(device, decrypted)) return answer(() => acknowledge(device, decrypted));

	const enc = baileys.getBinaryNodeChild(node, 'enc');
	const isChange = enc?.attrs['decrypt-fail'] === HIDDEN || node.attrs.edit !== undefined;
	const record = async (reason: UnsupportedReason): Promise<void> => {
		// A change of another message is no message to show, even if it is never decrypted.
		if (!isChange) await reportUnsupported(device, connection, message, reason);
		await unitOfWork.commit();
	};
	if (enc?.attrs.type === 'msmsg') {
		await record('on_phone_only');
		return answer(() => socket.sendMessageAck(node, MISSING_MESSAGE_SECRET));
	}
	const error = (message.messageStubParameters as string[] | undefined)?.[0];
	if (error === KEY_USED) return answer(() => socket.sendMessageAck(node, PARSING_ERROR));
	if (error === ABSENT) {
		const kind = baileys.getBinaryNodeChild(node, 'unavailable')?.attrs.type ?? '';
		const reason = NEVER_RESENT[kind] ?? 'waiting';
		if (reason === 'waiting') resends.add(decrypted);
		await record(reason);
		if (reason === 'waiting') resends.request(decrypted);
		return answer(() => socket.sendMessageAck(node));
	}
	const retries = Number(enc?.attrs.count ?? 0);
	const isLastRetry = retries >= MAX_RETRIES;
	log.warn(
		{ instanceId, reason: error },
		isLastRetry
			? 'a message from WhatsApp could not be decrypted after the last retry of its sender'
			: 'a message from WhatsApp could not be decrypted; its sender is asked to send it again',
	);
	resends.add(decrypted);
	await record(isLastRetry ? 'undecryptable' : 'waiting');
	if (retries === 0) resends.request(decrypted, { fromSender: true });
	return answer(
		() => socket.sendMessageAck(node, UNHANDLED_ERROR),
		() => socket.sendRetryRequest(node, enc === undefined),
	);
}

function answer(acknowledge: Answer['acknowledge'], request: Answer['request'] = null): Answer {
	return { request, acknowledge };
}

/** Whether the message is recorded with its content. */
async function hasContent(
	{ context }: Device,
	{ connection, message: { key } }: DecryptedMessage,
): Promise<boolean> {
	const origin = await originOf(connection.identities, key);
	if (origin === null) return false;
	const isOwn = key.fromMe === true;
	const within = isOwn ? { chatId: origin.chatId } : { source: origin.source };
	const stored = await context.messages.findId(origin.networkId, within);
	const message = stored === null ? null : await context.messages.find(stored);
	// Somebody else in the chat may have used the same network id.
	if (message === null || (message.direction === 'outbound') !== isOwn) return false;
	return message.type !== 'unsupported';
}
