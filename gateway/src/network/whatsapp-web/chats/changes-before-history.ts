import type { AuthenticationCreds, Chat, WASocket } from 'baileys';
import type { DeviceChatUpdate } from '../baileys/emit-first-changes.ts';

/** Most chats whose changes are kept; further chats stay as the history has them. */
const MAX_KEPT = 10_000;

/** Changes of chats that the history has not named yet. */
export interface ChangesBeforeHistory {
	/** Returns the kept changes of a chat of the history, and removes them. */
	take(chat: Pick<Chat, 'id' | 'lidJid' | 'pnJid'>): DeviceChatUpdate;
}

/**
 * Keeps the changes of chats during the first connection of a linked device, on which the history comes in parts and
 * after the sync of the app state: a change cannot be stored before its chat is, and the part may be older than it.
 */
export function keepChangesBeforeHistory(
	{ accountSyncCounter }: Pick<AuthenticationCreds, 'accountSyncCounter'>,
	{ ev }: Pick<WASocket, 'ev'>,
): ChangesBeforeHistory {
	/** The changes by the id that WhatsApp uses for the chat, a LID or a phone number. */
	const kept = new Map<string, DeviceChatUpdate>();
	if (accountSyncCounter === 0) {
		ev.on('chats.update', (updates) => {
			for (const update of updates) keep(update);
		});
	}

	function keep(update: DeviceChatUpdate): void {
		const { id } = update;
		if (!id || (kept.size >= MAX_KEPT && !kept.has(id))) return;
		kept.set(id, { ...kept.get(id), ...update });
	}

	return {
		take({ id, lidJid, pnJid }) {
			const changes: DeviceChatUpdate = {};
			for (const name of [id, lidJid, pnJid]) {
				if (!name) continue;
				Object.assign(changes, kept.get(name));
				kept.delete(name);
			}
			return { ...changes, ...(id ? { id } : {}) };
		},
	};
}
