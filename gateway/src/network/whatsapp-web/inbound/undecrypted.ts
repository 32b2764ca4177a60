import type { UnsupportedReason } from '../../../domain/message.ts';
import { acknowledge } from './acknowledge.ts';
import type { Device } from '../device.ts';
import { originOf } from './message-key.ts';
import type { OpenedMessage } from './open-message.ts';
import type { PhoneRequests } from './phone-requests.ts';
import { tellUnsupported } from './unsupported-message.ts';

/** Codes WhatsApp is told ("nack"): a stanza that could not be parsed, no secret for a message, anything else. */
const PARSING_ERROR = 487;
const MISSING_MESSAGE_SECRET = 495;
const UNHANDLED_ERROR = 500;

/** What Baileys calls a message without content, and one whose key was used before. */
const ABSENT = 'Message absent from node';
const KEY_USED = 'Key used already or never filled';

/** Kinds of absent messages that the phone does not hand over either. */
const NEVER_HANDED_OVER: Readonly<Record<string, UnsupportedReason>> = {
	view_once_unavailable_fanout: 'view_once',
	bot_unavailable_fanout: 'on_phone_only',
	hosted_unavailable_fanout: 'on_phone_only',
};

/** Times a sender sends a message again with new keys before it is given up. */
const MOST_RETRIES = 5;

/**
 * Answers to a message that came without content, or could not be decrypted: it is recorded as one that cannot be
 * shown, or whose content is awaited, before WhatsApp is told anything. The content is asked of the phone, or of the
 * sender.
 */
export async function answerUndecrypted(
	device: Device,
	requests: PhoneRequests,
	opened: OpenedMessage,
): Promise<void> {
	const { baileys, log, instanceId, ledger } = device;
	const { link, node, message } = opened;
	const { socket } = link;
	if (await isShown(device, opened)) return acknowledge(device, opened);

	const record = async (reason: UnsupportedReason): Promise<void> => {
		await tellUnsupported(device, link, message, reason);
		await ledger.commit();
	};
	const enc = baileys.getBinaryNodeChild(node, 'enc');
	if (enc?.attrs.type === 'msmsg') {
		await record('on_phone_only');
		return socket.sendMessageAck(node, MISSING_MESSAGE_SECRET);
	}
	const why = (message.messageStubParameters as string[] | undefined)?.[0];
	if (why === KEY_USED) return socket.sendMessageAck(node, PARSING_ERROR);
	if (why === ABSENT) {
		const kind = baileys.getBinaryNodeChild(node, 'unavailable')?.attrs.type ?? '';
		const reason = NEVER_HANDED_OVER[kind] ?? 'waiting';
		if (reason === 'waiting') requests.remember(opened);
		await record(reason);
		if (reason === 'waiting') requests.ask(opened);
		return socket.sendMessageAck(node);
	}
	const isLast = Number(enc?.attrs.count ?? 0) >= MOST_RETRIES;
	log.warn(
		{ instanceId, reason: why },
		isLast
			? 'a message from WhatsApp could not be decrypted, however often it was sent again'
			: 'a message from WhatsApp could not be decrypted; it is asked for again',
	);
	requests.remember(opened);
	await record(isLast ? 'undecryptable' : 'waiting');
	await socket.sendRetryRequest(node, enc === undefined);
	return socket.sendMessageAck(node, UNHANDLED_ERROR);
}

/** Whether the message is recorded with its content. */
async function isShown({ host }: Device, { link, message: { key } }: OpenedMessage): Promise<boolean> {
	const origin = await originOf(link.identities, key);
	if (origin === null) return false;
	const within = key.fromMe === true ? undefined : { source: origin.source };
	const stored = await host.messages.findId(origin.networkId, within);
	if (stored === null) return false;
	return (await host.messages.find(stored))?.type !== 'unsupported';
}
