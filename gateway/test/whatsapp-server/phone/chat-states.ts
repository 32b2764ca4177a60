import type { Companion } from '../companion.ts';
import { newId, timestamp } from '../connection.ts';
import { deliver } from '../deliver.ts';
import { GROUPS, LIDS, parseJid, PHONES } from '../wire/jid.ts';
import { stanza } from '../wire/stanza.ts';
import type { SyncAction } from '../wire/app-state.ts';
import { personByJid, type World } from '../world.ts';
import { addMutation, type Mutation } from './app-state.ts';
import { jidOf, type Person } from './people.ts';

/** A chat as the devices of an account show it. */
export interface ChatState {
	archived: boolean;
	pinned: boolean;
	unread: boolean;
	/** Epoch milliseconds; -1: for ever. */
	mutedUntil: number | null;
}

const NEW_CHAT: ChatState = { archived: false, pinned: false, unread: false, mutedUntil: null };

/** Returns a chat as the account's phone shows it, by phone or group JID. */
export function chatState(person: Person, chat: string): ChatState {
	return person.chats.get(chat) ?? NEW_CHAT;
}

/** The account's owner changes a chat on the phone, by phone or group JID. */
export function changeChat(world: World, person: Person, chat: string, changes: Partial<ChatState>): void {
	const other = world.people.get(chat);
	const jid = other === undefined ? chat : jidOf(other, world.addressing === 'lid' ? LIDS : PHONES);
	const now = Date.now();
	const { archived, pinned, unread, mutedUntil } = changes;
	const collections = new Set<string>();
	const add = (collection: string, mutation: Mutation): void => {
		addMutation(person.appState, collection, mutation);
		applyMutation(world, person, mutation);
		collections.add(collection);
	};
	const change = (collection: string, name: string, version: number, value: SyncAction): void => {
		add(collection, { index: [name, jid], value: { timestamp: now, ...value }, version });
	};
	if (archived !== undefined) change('regular_low', 'archive', 3, { archiveChatAction: { archived } });
	if (pinned !== undefined) change('regular_low', 'pin_v1', 5, { pinAction: { pinned } });
	if (unread !== undefined) {
		change('regular_low', 'markChatAsRead', 3, { markChatAsReadAction: { read: !unread } });
	}
	if (mutedUntil !== undefined) {
		const muted = mutedUntil !== null;
		const muteAction = { muted, ...(muted ? { muteEndTimestamp: mutedUntil } : {}) };
		change('regular_high', 'mute', 2, { muteAction });
	}
	notifySync(person, [...collections], null);
}

/** Changes what the phone shows. */
export function applyMutation(world: World, person: Person, { index: [, jid = ''], value }: Mutation): void {
	if (value.pushNameSetting?.name !== undefined) person.name = value.pushNameSetting.name;
	const { server } = parseJid(jid);
	const chat = server === GROUPS ? jid : personByJid(world, jid)?.phone;
	if (chat === undefined) return;
	const { archiveChatAction, pinAction, markChatAsReadAction, muteAction } = value;
	person.chats.set(chat, {
		...chatState(person, chat),
		...(archiveChatAction === undefined ? {} : { archived: archiveChatAction.archived === true }),
		...(pinAction === undefined ? {} : { pinned: pinAction.pinned === true }),
		...(markChatAsReadAction === undefined ? {} : { unread: markChatAsReadAction.read !== true }),
		...(muteAction === undefined
			? {}
			: { mutedUntil: muteAction.muted === true ? (muteAction.muteEndTimestamp ?? -1) : null }),
	});
}

/** Notifies the other devices of an account, in one notification, of new versions of collections. */
export function notifySync(person: Person, names: readonly string[], except: Companion | null): void {
	const collections = names.map((name) => {
		const version = String(person.appState.collections.get(name)?.patches.length ?? 0);
		return stanza('collection', { name, version });
	});
	for (const companion of person.companions) {
		if (companion === except) continue;
		const attrs = { from: PHONES, type: 'server_sync', id: newId(), t: timestamp() };
		deliver(companion, stanza('notification', attrs, collections));
	}
}
