import type { BaileysEventEmitter, BaileysEventMap, ChatUpdate } from 'baileys';

/** A change of a chat on another device of the account. */
export interface DeviceChatUpdate extends Omit<ChatUpdate, 'conditional'> {
	/**
	 * Whether a message received at a time, in seconds since 1970, has brought the archived chat back; absent: messages
	 * leave it archived.
	 */
	isBackSince?: ((receivedAt: number) => boolean) | undefined;
}

/**
 * Makes Baileys emit the chat changes of the first sync of the app state. Baileys buffers such a change until the
 * history contains the chat, which never happens where the chat began after the device was linked; and while it buffers
 * one, it drops all later changes of the same chat.
 */
export function emitFirstChanges(ev: BaileysEventEmitter): void {
	const emit = ev.emit.bind(ev);
	ev.emit = (event, data) => {
		if (event !== 'chats.update') return emit(event, data);
		const updates = (data as BaileysEventMap['chats.update']).map(withoutCondition);
		return emit('chats.update', updates);
	};
}

/** The condition is kept where it decides more than whether the history has named the chat. */
function withoutCondition({ conditional, ...update }: ChatUpdate): DeviceChatUpdate {
	const { id } = update;
	if (update.archived === undefined || !id) return update;
	const isBackSince = (receivedAt: number): boolean => {
		const chats = { [id]: { lastMessageRecvTimestamp: receivedAt } };
		const buffered = { historySets: { chats }, chatUpserts: {} };
		return conditional?.(buffered as unknown as Parameters<typeof conditional>[0]) === false;
	};
	// Always set: Baileys merges the updates of a chat, and the condition of one must not count for the next.
	return { ...update, isBackSince: isBackSince(Infinity) ? isBackSince : undefined };
}
