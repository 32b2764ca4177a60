import { deflateSync } from 'node:zlib';
import type { Companion } from '../companion.ts';
import { newId } from '../connection.ts';
import { putFile } from '../media/files.ts';
import { LIDS, PHONES } from '../wire/jid.ts';
import { contentToSend, type ToSend } from './outbox/to-send.ts';
import { sendPeerMessage } from './outbox/peer-message.ts';
import type { AppState } from './app-state.ts';
import { jidOf } from './people.ts';
import { encode } from '../wire/protobuf.ts';
import type { Content, HistoryNotification, HistorySync } from '../wire/wire.ts';
import { personByPhone, type World } from '../world.ts';

/** A chat from before the device was linked. */
export interface HistoryChat {
	/** Phone of the other side; in a group, the sender of messages that name none. */
	phone: string;
	/** The name of the other side; of a group, its subject. */
	name?: string;
	/** The JID of the group. */
	group?: string;
	messages: {
		id?: string;
		fromMe?: boolean;
		text?: string;
		/** In place of a text. */
		what?: ToSend;
		/** Seconds since 1970. */
		at: number;
	}[];
}

const KIND = { bootstrap: 0, recent: 3, pushNames: 4 };
const HISTORY_NOTIFICATION = 5;
const KEY_SHARE = 6;
const READ = 4;

/** Sends a new companion device the app state keys and the history sync. */
export function sendHistory(world: World, companion: Companion): void {
	const chats = companion.history;
	if (chats === null) return;
	companion.history = null;
	const conversations = chats.flatMap((chat) => conversationOf(world, chat));
	const people = chats.map(({ phone }) => personByPhone(world, phone)).filter((one) => one !== null);
	const nothing: HistorySync = {
		syncType: KIND.bootstrap,
		chunkOrder: 1,
		progress: 0,
		conversations: [],
		pushnames: [],
		phoneNumberToLidMappings: people.map((one) => ({
			pnJid: jidOf(one, PHONES),
			lidJid: jidOf(one, LIDS),
		})),
	};
	const pushnames = people.map((one) => ({ id: jidOf(one, PHONES), pushname: one.name }));
	void sendPeerMessage(companion, keyShare(companion.person.appState));
	void sendPeerMessage(companion, inline(nothing));
	void sendPeerMessage(companion, asFile(world, { ...nothing, syncType: KIND.pushNames, pushnames }));
	void sendPeerMessage(
		companion,
		asFile(world, { ...nothing, syncType: KIND.recent, progress: 100, conversations }),
	);
}

function keyShare({ keyId, keyData }: AppState): Content {
	const keys = [{ keyId: { keyId }, keyData: { keyData, timestamp: Date.now() } }];
	return { protocolMessage: { type: KEY_SHARE, appStateSyncKeyShare: { keys } } };
}

function notification(historySyncNotification: HistoryNotification): Content {
	return { protocolMessage: { type: HISTORY_NOTIFICATION, historySyncNotification } };
}

/** A history sync inside of the message. */
function inline(history: HistorySync): Content {
	const { syncType, chunkOrder, progress } = history;
	const initialHistBootstrapInlinePayload = deflateSync(encode('HistorySync', history));
	return notification({ syncType, chunkOrder, progress, initialHistBootstrapInlinePayload });
}

/** A history sync as a file on the media host. */
function asFile(world: World, history: HistorySync): Content {
	return fileNotification(world, history, deflateSync(encode('HistorySync', history)));
}

/** Sends a companion device these bytes as the file of a history sync. */
export async function sendHistoryFile(world: World, companion: Companion, bytes: Buffer): Promise<void> {
	const about = { syncType: KIND.recent, chunkOrder: 1, progress: 100 };
	await sendPeerMessage(companion, fileNotification(world, about, bytes));
}

function fileNotification(
	world: World,
	{ syncType, chunkOrder, progress }: Pick<HistorySync, 'syncType' | 'chunkOrder' | 'progress'>,
	bytes: Buffer,
): Content {
	const { directPath, mediaKey, fileSha256, fileEncSha256, fileLength } = putFile(world, 'history', bytes);
	return notification({
		...{ syncType, chunkOrder, progress },
		...{ directPath, mediaKey, fileSha256, fileEncSha256, fileLength },
	});
}

function conversationOf(world: World, chat: HistoryChat): HistorySync['conversations'] {
	const person = personByPhone(world, chat.phone);
	if (person === null) return [];
	if (chat.name !== undefined && chat.group === undefined) person.name = chat.name;
	const other = jidOf(person, world.addressing === 'lid' ? LIDS : PHONES);
	const id = chat.group ?? other;
	const messages = chat.messages.map((one, index) => ({
		msgOrderId: index + 1,
		message: {
			key: { remoteJid: id, fromMe: one.fromMe ?? false, id: one.id ?? newId() },
			message: contentToSend(world, person, one.what ?? { text: one.text ?? '' }),
			messageTimestamp: one.at,
			status: READ,
			...(chat.group === undefined || one.fromMe === true ? {} : { participant: other }),
			...(one.fromMe === true ? {} : { pushName: person.name }),
		},
	}));
	return [
		{
			id,
			name: chat.name ?? person.name,
			...(chat.group === undefined ? { pnJid: jidOf(person, PHONES), lidJid: jidOf(person, LIDS) } : {}),
			conversationTimestamp: chat.messages.at(-1)?.at ?? 0,
			// WhatsApp sends the newest message first.
			messages: messages.toReversed(),
		},
	];
}
