import type { Chat, proto, WAMessage } from 'baileys';
import { isGroupJid } from '../../../domain/phone.ts';
import { dropOldest } from '../../../lib/bounded/drop-oldest.ts';
import { createKeyedQueue } from '../../keyed-queue.ts';
import { expirationIn } from '../content/message-context.ts';
import { unwrapped } from '../content/wrapped-content.ts';
import type { Device, DeviceConnection } from '../device.ts';
import { isBroadcastList } from '../identity/jid.ts';
import { chatOf } from '../inbound/message/message-origin.ts';

/** The prefix, in the session, of the timers, by chat id. A chat without a timer has no value. */
const PREFIX = 'whatsapp-web.timer.';
/** Chats whose timers are in memory. */
const MAX_CHATS = 5000;
/** Longest timer in seconds: WhatsApp offers 90 days at most. */
const MAX_TIMER = 366 * 86_400;
/** Changes of one chat that wait for an earlier one; further ones are dropped, because the next message has the timer. */
const MAX_WAITING = 20;

/** The value of `proto.Message.ProtocolMessage.Type.EPHEMERAL_SETTING`: Baileys is loaded later. */
const EPHEMERAL_SETTING: proto.Message.ProtocolMessage.Type = 3;

/**
 * The timers after which the messages of chats disappear. Each message contains the timer of its chat: what the gateway
 * sends without it stays on the phones, whose owners have chosen that it does not.
 */
export interface DisappearingTimers {
	/** Subscribes to the timers that are set on other devices and by the admins of groups. */
	attach(connection: DeviceConnection): void;
	/** Stores the timer that a message of a chat has. */
	observe(connection: Pick<DeviceConnection, 'identities'>, message: WAMessage): void;
	/** Returns the seconds after which a message that is sent now disappears; 0: it stays. */
	timerOf(connection: Pick<DeviceConnection, 'identities'>, chatId: string): Promise<number>;
}

export function createDisappearingTimers({
	unitOfWork,
	isClosed,
}: Pick<Device, 'unitOfWork' | 'isClosed'>): DisappearingTimers {
	const timers = new Map<string, number>();
	/** The changes that are being stored, by chat: they are stored in their order. */
	const lanes = createKeyedQueue();

	async function find(chatId: string): Promise<number> {
		const known = timers.get(chatId);
		if (known !== undefined) return known;
		const key = PREFIX + chatId;
		const stored = (await unitOfWork.read([key])).get(key);
		const timer = typeof stored === 'number' ? stored : 0;
		keep(chatId, timer);
		return timer;
	}

	function keep(chatId: string, timer: number): void {
		timers.delete(chatId);
		timers.set(chatId, timer);
		dropOldest(timers, MAX_CHATS);
	}

	/** A timer that cannot be stored is in the next message of the chat again. */
	function store(lane: string, chatIdOf: () => Promise<string | null>, seconds: number): void {
		if (lanes.size(lane) >= MAX_WAITING) return;
		lanes
			.run(lane, async () => {
				const chatId = await chatIdOf();
				if (chatId === null || isClosed()) return;
				const timer = Math.min(seconds, MAX_TIMER);
				if ((await find(chatId)) === timer || isClosed()) return;
				keep(chatId, timer);
				unitOfWork.set({ [PREFIX + chatId]: timer === 0 ? null : timer }, { cache: false });
				await unitOfWork.commit();
			})
			.catch(() => undefined);
	}

	return {
		attach({ socket, identities }) {
			socket.ev.on('chats.update', (updates) => {
				for (const { id, ephemeralExpiration } of updates as Partial<Chat>[]) {
					if (!id || ephemeralExpiration === undefined) continue;
					store(id, () => identities.chatIdOf(id), ephemeralExpiration ?? 0);
				}
			});
		},
		observe({ identities }, { key, message }) {
			const seconds = message ? timerIn(message, key) : null;
			const jid = key.remoteJid ?? '';
			if (seconds === null || jid === '' || isBroadcastList(jid)) return;
			store(jid, async () => (await chatOf(identities, key))?.chatId ?? null, seconds);
		},
		timerOf: async ({ identities }, chatId) => find(await identities.chatIdOf(chatId)),
	};
}

/** The timer that a message has or sets, in seconds; null: it does not show whether its chat has one. */
function timerIn(message: proto.IMessage, { remoteJid, fromMe }: WAMessage['key']): number | null {
	const { content, isEphemeral } = unwrapped(message);
	const { protocolMessage, conversation, extendedTextMessage } = content;
	if (protocolMessage)
		return protocolMessage.type === EPHEMERAL_SETTING ? (protocolMessage.ephemeralExpiration ?? 0) : null;
	const seconds = expirationIn(content);
	if (seconds > 0) return seconds;
	// In the wrapper of earlier versions, which names no time.
	if (isEphemeral) return null;
	// Every phone adds the timer to its texts; programs that write for an account, in a group or on another of its devices,
	// may not.
	const isText = Boolean(conversation) || Boolean(extendedTextMessage);
	return isText && fromMe !== true && !isGroupJid(remoteJid ?? '') ? 0 : null;
}
