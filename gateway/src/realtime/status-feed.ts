import { timestamp, type Clock } from '../domain/clock.ts';
import type { Listen } from '../store/signal.ts';
import type { Listener, Subscriptions } from './subscriptions.ts';

export interface StatusFeed {
	/**
	 * Tells one who listens how the instance is doing now, in turn with what all are told: what changes meanwhile is
	 * told after it. Throws instance_not_found.
	 */
	tellNow(instanceId: string, channel: string, listener: Listener): Promise<void>;
	stop(): void;
}

export interface StatusFeedDeps {
	clock: Clock;
	store: { listen: Listen };
	subscriptions: Subscriptions;
	/** The status object of an instance. Throws instance_not_found. */
	statusOf(instanceId: string): Promise<unknown>;
}

/** Tells of every change of an instance's state to those who listen to it (specification, Real-time channel). */
export function startStatusFeed(port: StatusFeedDeps): StatusFeed {
	const { clock, store, subscriptions } = port;
	/** What is being told of each instance: one after the other, so that no status overtakes a later one. */
	const telling = new Map<string, Promise<void>>();

	function inTurn(instanceId: string, tellIt: () => Promise<void>): Promise<void> {
		const told = (telling.get(instanceId) ?? Promise.resolve()).then(tellIt);
		const over = told.catch(() => undefined);
		telling.set(instanceId, over);
		void over.then(() => {
			if (telling.get(instanceId) === over) telling.delete(instanceId);
		});
		return told;
	}

	async function statusMessage(instanceId: string, channel: string): Promise<string> {
		const data = await port.statusOf(instanceId);
		return JSON.stringify({ type: 'status', channel, timestamp: timestamp(clock.now()), data });
	}

	function tellAll(instanceId: string): void {
		const channel = `instance:${instanceId}:status`;
		if (subscriptions.of(channel).length === 0) return;
		const told = inTurn(instanceId, async () => {
			const listeners: readonly Listener[] = subscriptions.of(channel);
			if (listeners.length === 0) return;
			const text = await statusMessage(instanceId, channel);
			for (const listener of listeners) listener.send(text);
		});
		// Of an instance that was deleted meanwhile there is nothing to tell any more.
		told.catch(() => undefined);
	}

	const stop = store.listen((signal) => {
		if (signal.kind === 'instance_changed') tellAll(signal.instanceId);
		if (signal.kind !== 'feed_gap') return;
		// Whatever changed meanwhile, how each is now is right.
		for (const channel of [...subscriptions.channels()]) {
			const [, instanceId] = /^instance:(.+):status$/.exec(channel) ?? [];
			if (instanceId !== undefined) tellAll(instanceId);
		}
	});
	return {
		tellNow: (instanceId, channel, listener) =>
			inTurn(instanceId, async () => {
				listener.send(await statusMessage(instanceId, channel));
			}),
		stop,
	};
}
