import type { BinaryNode, WAMessage } from 'baileys';
import type { Device, OpenLink } from './device.ts';

/** Codes WhatsApp is told. */
const USED_KEY = 487;
const UNREADABLE = 500;

/** What Baileys calls a message without content, and one whose key was used before. */
const ABSENT = 'Message absent from node';
const KEY_USED = 'Key used already or never filled';

/** Kinds of absent messages the phone does not hand over either. */
const NEVER_HANDED_OVER: readonly (string | undefined)[] = [
	'bot_unavailable_fanout',
	'hosted_unavailable_fanout',
	'view_once_unavailable_fanout',
];

/** Oldest message the phone is asked for, in milliseconds. */
const OLDEST = 14 * 24 * 3_600_000;

/** Answers to a message that could not be opened: whoever sent it is asked for it again, with new keys. */
export async function unopened(
	{ baileys, clock, log, instanceId }: Device,
	{ link: { socket }, node, message }: { link: OpenLink; node: BinaryNode; message: WAMessage },
): Promise<void> {
	const why = (message.messageStubParameters as string[] | undefined)?.[0];
	if (why === KEY_USED) return socket.sendMessageAck(node, USED_KEY);
	if (why === ABSENT) {
		const kind = baileys.getBinaryNodeChild(node, 'unavailable')?.attrs.type;
		const age = clock.now() - Number(message.messageTimestamp ?? 0) * 1000;
		if (!NEVER_HANDED_OVER.includes(kind) && age <= OLDEST) {
			socket.requestPlaceholderResend(message.key, message).catch(() => undefined);
		}
		return socket.sendMessageAck(node);
	}
	log.warn({ instanceId, reason: why }, 'a message from WhatsApp could not be read; it is asked for again');
	await socket.sendRetryRequest(node, baileys.getBinaryNodeChild(node, 'enc') === undefined);
	return socket.sendMessageAck(node, UNREADABLE);
}
