import { timestamp, type Clock } from '../domain/clock.ts';
import type { Listen } from '../store/signal.ts';
import type { Listener, Subscriptions } from './subscriptions.ts';

export interface StatusFeed {
	/** Tells one listener how an instance is doing now. Throws instance_not_found. */
	tellNow(instanceId: string, channel: string): Promise<string>;
	stop(): void;
}

export interface StatusFeedPort {
	clock: Clock;
	store: { listen: Listen };
	subscriptions: Subscriptions;
	/** The status object of an instance. Throws instance_not_found. */
	statusOf(instanceId: string): Promise<unknown>;
}

/** Tells of every change of an instance's state to those who listen to it (specification, Real-time channel). */
export function startStatusFeed(port: StatusFeedPort): StatusFeed {
	const { clock, store, subscriptions } = port;
	/** What is being told of each instance: one after the other, so that no status overtakes a later one. */
	const telling = new Map<string, Promise<void>>();

	async function statusMessage(instanceId: string, channel: string): Promise<string> {
		const data = await port.statusOf(instanceId);
		return JSON.stringify({ type: 'status', channel, timestamp: timestamp(clock.now()), data });
	}

	async function tell(instanceId: string, channel: string): Promise<void> {
		const listeners: readonly Listener[] = subscriptions.of(channel);
		if (listeners.length === 0) return;
		const text = await statusMessage(instanceId, channel);
		for (const listener of listeners) listener.send(text);
	}

	function tellInTurn(instanceId: string): void {
		const channel = `instance:${instanceId}:status`;
		if (subscriptions.of(channel).length === 0) return;
		const before = telling.get(instanceId) ?? Promise.resolve();
		// Of an instance that was deleted meanwhile there is nothing to tell any more.
		const told = before.then(() => tell(instanceId, channel)).catch(() => undefined);
		telling.set(instanceId, told);
		void told.then(() => {
			if (telling.get(instanceId) === told) telling.delete(instanceId);
		});
	}

	const stop = store.listen((signal) => {
		if (signal.kind === 'instance_changed') tellInTurn(signal.instanceId);
		if (signal.kind !== 'feed_interrupted') return;
		// Whatever changed meanwhile, how each is now is right.
		for (const channel of [...subscriptions.channels()]) {
			const [, instanceId] = /^instance:(.+):status$/.exec(channel) ?? [];
			if (instanceId !== undefined) tellInTurn(instanceId);
		}
	});
	return { tellNow: statusMessage, stop };
}
