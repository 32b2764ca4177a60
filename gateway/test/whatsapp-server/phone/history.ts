import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import type { Companion } from '../companion.ts';
import { newId } from '../connection.ts';
import { putFile } from '../media/files.ts';
import { LIDS, PHONES } from '../wire/jid.ts';
import { tellDevice } from './peer-message.ts';
import { nameOn } from './people.ts';
import { encode } from '../wire/protobuf.ts';
import type { Content, HistoryNotification, HistorySync } from '../wire/wire.ts';
import { personOf, type World } from '../world.ts';

/** A chat from before the device was linked. */
export interface HistoryChat {
	/** Phone of the other side; of a group, of whoever wrote in it where a message names nobody. */
	phone: string;
	/** The name of the other side; of a group, its subject. */
	name?: string;
	/** The group it is, by its JID. */
	group?: string;
	messages: {
		id?: string;
		fromMe?: boolean;
		text: string;
		/** Seconds since 1970. */
		at: number;
	}[];
}

const KIND = { bootstrap: 0, recent: 3, pushNames: 4 };
const HISTORY_NOTIFICATION = 5;
const KEY_SHARE = 6;
const READ = 4;

/** The phone tells a device that was just linked the keys of the account's settings, and its chats. */
export function tellHistory(world: World, companion: Companion): void {
	const chats = companion.history;
	if (chats === null) return;
	companion.history = null;
	const conversations = chats.flatMap((chat) => conversationOf(world, chat));
	const people = chats.map(({ phone }) => personOf(world, phone)).filter((one) => one !== null);
	const nothing: HistorySync = {
		syncType: KIND.bootstrap,
		chunkOrder: 1,
		progress: 0,
		conversations: [],
		pushnames: [],
		phoneNumberToLidMappings: people.map((one) => ({
			pnJid: nameOn(one, PHONES),
			lidJid: nameOn(one, LIDS),
		})),
	};
	const pushnames = people.map((one) => ({ id: nameOn(one, PHONES), pushname: one.name }));
	void tellDevice(companion, keyShare());
	void tellDevice(companion, inline(nothing));
	void tellDevice(companion, asFile(world, { ...nothing, syncType: KIND.pushNames, pushnames }));
	void tellDevice(
		companion,
		asFile(world, { ...nothing, syncType: KIND.recent, progress: 100, conversations }),
	);
}

function keyShare(): Content {
	const keyData = { keyData: randomBytes(32), timestamp: Date.now() };
	const keys = [{ keyId: { keyId: randomBytes(6) }, keyData }];
	return { protocolMessage: { type: KEY_SHARE, appStateSyncKeyShare: { keys } } };
}

function notification(told: HistoryNotification): Content {
	return { protocolMessage: { type: HISTORY_NOTIFICATION, historySyncNotification: told } };
}

/** History that comes with the message itself. */
function inline(history: HistorySync): Content {
	const { syncType, chunkOrder, progress } = history;
	const initialHistBootstrapInlinePayload = deflateSync(encode('HistorySync', history));
	return notification({ syncType, chunkOrder, progress, initialHistBootstrapInlinePayload });
}

/** History that is fetched from the media host. */
function asFile(world: World, history: HistorySync): Content {
	const { syncType, chunkOrder, progress } = history;
	const { directPath, mediaKey, fileSha256, fileEncSha256, fileLength } = putFile(
		world,
		'history',
		deflateSync(encode('HistorySync', history)),
	);
	return notification({
		...{ syncType, chunkOrder, progress },
		...{ directPath, mediaKey, fileSha256, fileEncSha256, fileLength },
	});
}

function conversationOf(world: World, chat: HistoryChat): HistorySync['conversations'] {
	const person = personOf(world, chat.phone);
	if (person === null) return [];
	if (chat.name !== undefined && chat.group === undefined) person.name = chat.name;
	const other = nameOn(person, world.addressing === 'lid' ? LIDS : PHONES);
	const id = chat.group ?? other;
	const messages = chat.messages.map((one, index) => ({
		msgOrderId: index + 1,
		message: {
			key: { remoteJid: id, fromMe: one.fromMe ?? false, id: one.id ?? newId() },
			message: { conversation: one.text },
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
			...(chat.group === undefined ? { pnJid: nameOn(person, PHONES), lidJid: nameOn(person, LIDS) } : {}),
			conversationTimestamp: chat.messages.at(-1)?.at ?? 0,
			// WhatsApp tells the newest first.
			messages: messages.toReversed(),
		},
	];
}
