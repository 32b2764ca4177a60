import { timestamp, type Clock } from '../domain/clock.ts';
import type { Listen } from '../store/signal.ts';
import { eventsOf } from './channel.ts';
import type { Subscriptions } from './subscriptions.ts';

export interface ChatFeedDeps {
	clock: Clock;
	store: { listen: Listen };
	subscriptions: Subscriptions;
}

/**
 * Notifies the subscribers of an instance's events of changes without an event, in any gateway: chats were archived,
 * pinned, muted, or marked as read or unread, or the notes of a chat changed. They request the chats and the notes that
 * they show. Returns a function that stops it.
 */
export function startChatFeed({ clock, store, subscriptions }: ChatFeedDeps): () => void {
	return store.listen((signal) => {
		if (signal.kind !== 'chats_changed' && signal.kind !== 'notes_changed') return;
		const channel = eventsOf(signal.instanceId);
		const listeners = subscriptions.seeing(channel, signal.instanceId);
		if (listeners.length === 0) return;
		const change =
			signal.kind === 'chats_changed'
				? { type: 'chats' }
				: { type: 'notes', data: { chatId: signal.chatId } };
		const text = JSON.stringify({ ...change, channel, timestamp: timestamp(clock.now()) });
		for (const listener of listeners) listener.send(text);
	});
}
