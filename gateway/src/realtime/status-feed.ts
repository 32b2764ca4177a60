import { timestamp, type Cancel, type Clock } from '../domain/clock.ts';
import { GatewayError } from '../domain/error.ts';
import type { Listen } from '../store/signal.ts';
import type { Listener, Subscriptions } from './subscriptions.ts';

/** Milliseconds until a status is read again that could not be read. */
const RETRY_PAUSE = 1000;

export interface StatusFeed {
	/**
	 * Sends the current status of an instance to one subscriber, in order with the updates that all subscribers get.
	 * Throws instance_not_found.
	 */
	sendCurrent(instanceId: string, channel: string, listener: Listener): Promise<void>;
	stop(): void;
}

export interface StatusFeedDeps {
	clock: Clock;
	store: { listen: Listen };
	subscriptions: Subscriptions;
	/** The status object of an instance. Throws instance_not_found. */
	statusOf(instanceId: string): Promise<unknown>;
}

/** Sends every change of an instance's status, and its deletion, to its subscribers (specification, Real-time channel). */
export function startStatusFeed(deps: StatusFeedDeps): StatusFeed {
	const { clock, store, subscriptions } = deps;
	/** The last queued send of each instance: they run one after the other, so that no status overtakes a later one. */
	const lastSends = new Map<string, Promise<void>>();
	/** The instances whose subscribers wait for a status that could not be read. */
	const retries = new Map<string, Cancel>();

	function enqueue(instanceId: string, send: () => Promise<void>): Promise<void> {
		const sent = (lastSends.get(instanceId) ?? Promise.resolve()).then(send);
		const settled = sent.catch(() => undefined);
		lastSends.set(instanceId, settled);
		void settled.then(() => {
			if (lastSends.get(instanceId) === settled) lastSends.delete(instanceId);
		});
		return sent;
	}

	async function statusMessage(instanceId: string, channel: string): Promise<string> {
		const data = await deps.statusOf(instanceId);
		return JSON.stringify({ type: 'status', channel, timestamp: timestamp(clock.now()), data });
	}

	/** Notifies the subscribers that the instance was deleted, and removes its channel. */
	function endChannel(channel: string): void {
		const error = { code: 'instance_not_found', message: 'The instance was deleted.' };
		const text = JSON.stringify({ type: 'unsubscribed', channel, timestamp: timestamp(clock.now()), error });
		for (const listener of subscriptions.of(channel)) {
			subscriptions.remove(channel, listener);
			listener.send(text);
		}
	}

	function sendToAll(instanceId: string): void {
		const channel = `instance:${instanceId}:status`;
		if (subscriptions.of(channel).length === 0) return;
		const sent = enqueue(instanceId, async () => {
			const listeners: readonly Listener[] = subscriptions.of(channel);
			if (listeners.length === 0) return;
			const text = await statusMessage(instanceId, channel);
			for (const listener of listeners) listener.send(text);
		});
		sent.catch((error: unknown) => {
			if (error instanceof GatewayError && error.code === 'instance_not_found') endChannel(channel);
			// Nobody else reads the status again: the store was out of reach, or a connection to it was.
			else retryLater(instanceId);
		});
	}

	function retryLater(instanceId: string): void {
		retries.get(instanceId)?.();
		const cancel = clock.schedule(RETRY_PAUSE, () => {
			retries.delete(instanceId);
			sendToAll(instanceId);
		});
		retries.set(instanceId, cancel);
	}

	const stopListening = store.listen((signal) => {
		if (signal.kind === 'instance_changed') sendToAll(signal.instanceId);
		if (signal.kind !== 'feed_gap') return;
		// Signals were lost: the current status of each instance replaces the updates that are missing.
		for (const channel of [...subscriptions.channels()]) {
			const [, instanceId] = /^instance:(.+):status$/.exec(channel) ?? [];
			if (instanceId !== undefined) sendToAll(instanceId);
		}
	});
	return {
		sendCurrent: (instanceId, channel, listener) =>
			enqueue(instanceId, async () => {
				listener.send(await statusMessage(instanceId, channel));
			}),
		stop() {
			stopListening();
			for (const cancel of retries.values()) cancel();
		},
	};
}
