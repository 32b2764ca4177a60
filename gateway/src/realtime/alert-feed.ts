import { timestamp, type Clock } from '../domain/clock.ts';
import type { Listen } from '../store/signal.ts';
import { ALERTS } from './channel.ts';
import type { Subscriptions } from './subscriptions.ts';

export interface AlertFeedDeps {
	clock: Clock;
	store: { listen: Listen };
	subscriptions: Subscriptions;
}

/**
 * Notifies subscribers that alerts changed, in whichever gateway: they request what they show. Returns a function that
 * stops it.
 */
export function startAlertFeed({ clock, store, subscriptions }: AlertFeedDeps): () => void {
	return store.listen((signal) => {
		if (signal.kind !== 'alerts_changed' && signal.kind !== 'feed_gap') return;
		const text = JSON.stringify({ type: 'alerts', channel: ALERTS, timestamp: timestamp(clock.now()) });
		for (const listener of subscriptions.seeing(ALERTS, null)) listener.send(text);
	});
}
