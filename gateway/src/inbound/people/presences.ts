import { chatKeyText } from '../../store/chats/chat-key.ts';
import type { InstanceId } from '../../domain/ids.ts';
import type { PresenceState } from '../../domain/chats/presence.ts';

/** Chats whose presence is known; beyond them the chat whose presence was reported longest ago is forgotten. */
const KNOWN_CHATS = 1000;
/** People of a chat whose state is known: the largest group has about as many. */
const KNOWN_PEOPLE = 1024;
/** Most changes of a chat in one second. */
const CHANGES_PER_SECOND = 5;

/** The presence of a person in a chat. */
interface Presence {
	instanceId: InstanceId;
	chatId: string;
	senderId: string;
	state: PresenceState;
}

interface Chat {
	/** By the ids of the people. */
	states: Map<string, PresenceState>;
	/** The second since the epoch that `changes` counts. */
	second: number;
	changes: number;
}

/** The presences that were recorded last. They are only in memory: after a restart each is recorded once more. */
export interface Presences {
	/**
	 * Remembers a presence. Returns a function that takes it back, or null where there is nothing to record: the person
	 * is in that state already, or the chat changed five times in this second. `now` is in epoch milliseconds.
	 */
	change(presence: Presence, now: number): (() => void) | null;
}

export function createPresences(): Presences {
	const chats = new Map<string, Chat>();

	function chatOf(presence: Presence): Chat {
		const key = chatKeyText(presence);
		const chat = chats.get(key) ?? { states: new Map(), second: 0, changes: 0 };
		chats.delete(key);
		forgetOldest(chats, KNOWN_CHATS);
		chats.set(key, chat);
		return chat;
	}

	return {
		change(presence, now) {
			const chat = chatOf(presence);
			const { senderId, state } = presence;
			if (chat.states.get(senderId) === state) return null;
			const second = Math.floor(now / 1000);
			if (chat.second !== second) Object.assign(chat, { second, changes: 0 });
			if (chat.changes >= CHANGES_PER_SECOND) return null;
			chat.changes += 1;
			chat.states.delete(senderId);
			forgetOldest(chat.states, KNOWN_PEOPLE);
			chat.states.set(senderId, state);
			return () => {
				chat.states.delete(senderId);
			};
		},
	};
}

/** Leaves room for one more entry. */
function forgetOldest(entries: Map<string, unknown>, limit: number): void {
	for (const key of entries.keys()) {
		if (entries.size < limit) return;
		entries.delete(key);
	}
}
