import { isGroupJid } from '../../../domain/phone.ts';
import type { KeyedQueue } from '../../keyed-queue.ts';
import { targetAuthor } from '../changes/change-target.ts';
import type { ReceivedChange } from '../changes/received-change.ts';
import type { Device } from '../device.ts';
import { withoutDevice } from '../identity/jid.ts';
import type { DecryptedMessage } from './decryption/decrypt-message.ts';
import { chatJidOf } from './message/message-origin.ts';

/** Messages of one sender in one chat that wait for a download before them; further texts are recorded at once. */
export const MAX_WAITING = 100;

/** When a change of another message is recorded. */
export interface ChangeTurn {
	/** Whether the author of the changed message makes the change. */
	isByAuthor: boolean;
	/** Whether it waits for earlier messages or changes. */
	waits: boolean;
	/** Records the change when it is its turn. Call it once, at once. */
	run<T>(record: () => Promise<T>): Promise<T>;
}

/** The lane of a message: its sender in its chat, whose messages stay in order. */
export function laneOf({ message: { key } }: DecryptedMessage): string {
	const chat = chatJidOf(key);
	return laneName(chat, isGroupJid(chat) ? key.participant : null);
}

/**
 * The turn of a change: after the messages already received from the author of the message that it changes. Changes by
 * others wait beside the author's lane, not in it: anybody in a group can send any number of them, and these must not
 * count as waiting messages of the author. At most MAX_WAITING changes of one person wait; further ones have no order.
 */
export function turnOf(
	device: Pick<Device, 'creds'>,
	lanes: KeyedQueue,
	decrypted: DecryptedMessage,
	change: ReceivedChange,
): ChangeTurn {
	const { lane, isByAuthor } = laneOfTarget(device, decrypted, change);
	const own = isByAuthor ? lane : `${laneOf(decrypted)} > ${lane}`;
	const waiting = lanes.size(own);
	if (waiting >= MAX_WAITING) return { isByAuthor, waits: false, run: (record) => record() };
	const earlier = isByAuthor ? Promise.resolve() : lanes.settled(lane);
	return {
		isByAuthor,
		waits: waiting > 0 || lanes.size(lane) > 0,
		run: (record) => lanes.run(own, () => earlier.then(record)),
	};
}

/** The lane of the message that a change refers to, and whether its author makes the change. */
function laneOfTarget(
	device: Pick<Device, 'creds'>,
	{ message: { key } }: DecryptedMessage,
	{ key: target }: ReceivedChange,
): { lane: string; isByAuthor: boolean } {
	const chat = withoutDevice(chatJidOf(key)) ?? '';
	const sender = withoutDevice(key.participant ?? '') ?? '';
	const author = targetAuthor(device, target, { chat, sender, isFromMe: key.fromMe === true });
	const isGroup = isGroupJid(chat);
	return { lane: laneName(chat, isGroup ? author : null), isByAuthor: !isGroup || author === sender };
}

function laneName(chat: string | null | undefined, participant: string | null | undefined): string {
	return [chat, participant].map((jid) => withoutDevice(jid ?? '') ?? '').join(' ');
}
