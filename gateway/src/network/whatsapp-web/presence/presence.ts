import type { BinaryNode } from 'baileys';
import type { Cancel } from '../../../domain/clock.ts';
import { dropOldest } from '../../../lib/bounded/drop-oldest.ts';
import type { NetworkConnection } from '../../driver.ts';
import { createKeyedQueue } from '../../keyed-queue.ts';
import type { Device, DeviceConnection } from '../device.ts';
import { isOwnJid } from '../identity/account.ts';
import { timestampOf } from '../inbound/message/timestamp.ts';
import { presenceIn } from './presence-stanza.ts';

/** The key, in the session, of the chats that are subscribed to. */
const SUBSCRIPTIONS_KEY = 'whatsapp-web.presence';
/** Milliseconds for which a subscription lasts. */
const TTL = 24 * 3_600_000;
/** Chats that are subscribed to at the same time; the oldest subscription ends first. */
const MAX_CHATS = 1000;
/** People whose last state is kept, so that a repetition is not reported. */
const MAX_PEOPLE = 5000;
/** States of one chat that wait to be reported; further ones are dropped. */
const MAX_WAITING = 20;

/** The stored format. No object by chat: Baileys' JSON takes an object whose keys begin with digits for bytes. */
interface Subscriptions {
	chats: [chatId: string, at: number][];
}

/**
 * Subscriptions to the presence of people. They outlive connections and the process. WhatsApp reports presence only to
 * an account that is online itself, so the account is shown as online while it has a subscription.
 */
export interface Presence extends Pick<NetworkConnection, 'subscribePresence'> {
	attach(connection: DeviceConnection): void;
	/** Subscribes again on a new connection. */
	onOpen(connection: DeviceConnection): void;
}

export function createPresence(device: Device): Presence {
	const { unitOfWork, clock, log, instanceId } = device;
	/** When each chat was subscribed to, oldest first; null: not read yet. */
	let chats: Map<string, number> | null = null;
	/** The last state of each person, by chat and person. */
	const last = new Map<string, string>();
	/** The reports in progress, by chat: states are reported in their order. */
	const lanes = createKeyedQueue();
	let cancelExpiry: Cancel = () => undefined;
	device.closeSignal.addEventListener('abort', () => {
		cancelExpiry();
	});

	async function load(): Promise<Map<string, number>> {
		const stored = (await unitOfWork.read([SUBSCRIPTIONS_KEY])).get(SUBSCRIPTIONS_KEY);
		chats ??= new Map((stored as Subscriptions | undefined)?.chats);
		return chats;
	}

	function dropExpired(subscribed: Map<string, number>): void {
		for (const [chatId, at] of subscribed) if (at + TTL <= clock.now()) subscribed.delete(chatId);
	}

	/** Shows the account as offline when the last subscription has ended. */
	function scheduleExpiry({ socket }: DeviceConnection, subscribed: ReadonlyMap<string, number>): void {
		cancelExpiry();
		const latest = Math.max(...subscribed.values());
		cancelExpiry = clock.schedule(latest + TTL - clock.now(), () => {
			if (!device.isClosed() && socket.ws.isOpen) {
				socket.sendPresenceUpdate('unavailable').catch(() => undefined);
			}
		});
	}

	async function resubscribe(connection: DeviceConnection): Promise<void> {
		const subscribed = await load();
		dropExpired(subscribed);
		if (subscribed.size === 0) return;
		await connection.socket.sendPresenceUpdate('available');
		for (const chatId of subscribed.keys()) await connection.socket.presenceSubscribe(chatId);
		scheduleExpiry(connection, subscribed);
	}

	async function report({ identities }: DeviceConnection, node: BinaryNode): Promise<void> {
		const subscribed = await load();
		const presence = presenceIn(node);
		if (subscribed.size === 0 || presence === null || isOwnJid(device, presence.person)) return;
		const { participant_pn: alternative = null } = node.attrs;
		const chatId = await identities.chatIdOf(presence.chat);
		if ((subscribed.get(chatId) ?? -Infinity) + TTL <= clock.now()) return;
		const senderId = await identities.chatIdOf(presence.person, alternative);
		if (!isNews(`${chatId} ${senderId}`, presence.state)) return;
		const now = clock.now();
		await device.context.report([
			{
				kind: 'presence',
				presence: {
					...{ chatId, senderId, state: presence.state, at: now },
					from: await identities.phoneOf(presence.person, alternative),
					lastSeenAt: lastSeenOf(presence.lastSeen, now),
				},
			},
		]);
	}

	function isNews(person: string, state: string): boolean {
		if (last.get(person) === state) return false;
		last.delete(person);
		last.set(person, state);
		dropOldest(last, MAX_PEOPLE);
		return true;
	}

	return {
		async subscribePresence(chatId) {
			const connection = await device.connection();
			const subscribed = await load();
			dropExpired(subscribed);
			subscribed.delete(chatId);
			subscribed.set(chatId, clock.now());
			dropOldest(subscribed, MAX_CHATS);
			unitOfWork.set({ [SUBSCRIPTIONS_KEY]: { chats: [...subscribed] } satisfies Subscriptions });
			await unitOfWork.commit();
			await connection.socket.sendPresenceUpdate('available');
			await connection.socket.presenceSubscribe(chatId);
			scheduleExpiry(connection, subscribed);
		},
		attach(connection) {
			const onStanza = (node: BinaryNode): void => {
				const { from = '' } = node.attrs;
				if (device.isClosed() || lanes.size(from) >= MAX_WAITING) return;
				lanes.run(from, () => report(connection, node)).catch(() => undefined);
			};
			connection.socket.ws.on('CB:presence', onStanza);
			connection.socket.ws.on('CB:chatstate', onStanza);
		},
		onOpen(connection) {
			last.clear();
			resubscribe(connection).catch((error: unknown) => {
				if (device.isClosed() || !connection.socket.ws.isOpen) return;
				log.warn({ err: error, instanceId }, 'presence could not be subscribed to again');
			});
		},
	};
}

/** WhatsApp reports the time in seconds; `deny`, or nothing, where the person hides it. */
function lastSeenOf(seconds: string | undefined, now: number): number | null {
	const at = timestampOf(seconds, { now: () => now });
	return seconds === undefined || !/^\d{1,12}$/.test(seconds) || at > now ? null : at;
}
