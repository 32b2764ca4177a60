import { timestamp, type Clock } from '../domain/clock.ts';
import type { Listen } from '../store/signal.ts';
import { eventsOf } from './channel.ts';
import type { Subscriptions } from './subscriptions.ts';

export interface NoteFeedDeps {
	clock: Clock;
	store: { listen: Listen };
	subscriptions: Subscriptions;
}

/**
 * Notifies the subscribers of an instance's events that the notes of a chat changed, in whichever gateway: they request
 * the notes that they show. Returns a function that stops it.
 */
export function startNoteFeed({ clock, store, subscriptions }: NoteFeedDeps): () => void {
	return store.listen((signal) => {
		if (signal.kind !== 'notes_changed') return;
		const channel = eventsOf(signal.instanceId);
		const listeners = subscriptions.seeing(channel, signal.instanceId);
		if (listeners.length === 0) return;
		const data = { chatId: signal.chatId };
		const text = JSON.stringify({ type: 'notes', channel, timestamp: timestamp(clock.now()), data });
		for (const listener of listeners) listener.send(text);
	});
}
