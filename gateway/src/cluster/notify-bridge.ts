import type { Cancel, Clock } from '../domain/clock.ts';
import type { InstanceId, ProcessId } from '../domain/ids.ts';
import type { Signal } from '../store/signal.ts';
import { parseNotification, type Notification } from './notification.ts';
import { createPendingNotification } from './pending-notification.ts';

/** Milliseconds for which signals are collected: each notification takes a lock that all commits share. */
const COLLECT_TIME = 5;
/** Milliseconds for which this gateway sends events to the others after one of them announced a subscribed client. */
const WANTED_FOR = 15_000;
/** Milliseconds until a notification is sent again that could not be sent. */
const RETRY_PAUSE = 1000;

export interface NotifyBridgeDeps {
	processId: ProcessId;
	clock: Clock;
	/** Whether this process holds the lease of the instance: then no other one needs to know of its messages. */
	holdsLease: (instanceId: InstanceId) => boolean;
	/** Notifies all gateways on the database. */
	send: (text: string) => Promise<void>;
	/** Publishes a signal of another gateway here. */
	publish: (signal: Signal) => void;
	onError: (error: unknown) => void;
}

export interface NotifyBridge {
	/** Notifies the other gateways of a signal, if it concerns them. */
	publish: (signal: Signal) => void;
	/** Publishes the signals of another gateway's notification. */
	receive: (text: string) => void;
	/** Call it when notifications can be received, for the first time or again: earlier ones were not. */
	connected: () => void;
	/** Sends what is pending, and nothing more after that. */
	close: () => Promise<void>;
}

/**
 * Bridges the signals of gateways on one database by NOTIFY. A lost notification delays work and loses nothing: every
 * gateway also reads the database at intervals. Due deliveries need no notification: the gateway that inserted them
 * works on them. Events and attempts are notified while a client is subscribed to them elsewhere; where a notification
 * of them may be lost, the subscribers are notified of that.
 */
export function createNotifyBridge(deps: NotifyBridgeDeps): NotifyBridge {
	const { processId: from, clock } = deps;
	let wantedElsewhereUntil = 0;
	const pending = createPendingNotification({
		from,
		holdsLease: deps.holdsLease,
		isFeedWanted: () => clock.now() < wantedElsewhereUntil,
	});
	/** Notifications that are being sent, one after the other: they would overtake each other on several connections. */
	const outbox: Notification[] = [];
	/** Whether something was added since the last notifications were taken. */
	let isPending = false;
	/** Ends the wait for the next sending; null: none is scheduled. */
	let cancelScheduled: Cancel | null = null;
	let sending: Promise<void> | null = null;
	let isClosed = false;
	/** Signals of other gateways are not forwarded, because every gateway received them. */
	let isReceiving = false;

	function takeAll(): void {
		isPending = false;
		for (let next = pending.take(); next !== null; next = pending.take()) outbox.push(next);
	}

	async function sendAll(): Promise<void> {
		if (outbox.length === 0) takeAll();
		for (let next = outbox[0]; next !== undefined; next = outbox[0]) {
			// A send that fails may have been received nevertheless, and no event may be sent twice.
			outbox[0] = withoutFeed(next);
			await deps.send(JSON.stringify(next));
			outbox.shift();
		}
	}

	async function sendOrRetry(): Promise<void> {
		try {
			await sendAll();
			sending = null;
			if (isPending) schedule(COLLECT_TIME);
		} catch (error) {
			sending = null;
			deps.onError(error);
			schedule(RETRY_PAUSE);
		}
	}

	function schedule(delay: number): void {
		if (cancelScheduled !== null || sending !== null || isClosed) return;
		cancelScheduled = clock.schedule(delay, () => {
			cancelScheduled = null;
			sending = sendOrRetry();
		});
	}

	function publishAll(received: Notification): void {
		for (const { instanceId, chatIds } of received.queued) {
			if (!deps.holdsLease(instanceId)) continue;
			deps.publish({ kind: 'message_queued', instanceId, ...(chatIds === undefined ? {} : { chatIds }) });
		}
		for (const instanceId of received.changed) deps.publish({ kind: 'instance_changed', instanceId });
		for (const instanceId of received.rearranged ?? []) deps.publish({ kind: 'chats_changed', instanceId });
		for (const chat of received.noted ?? []) {
			const [instanceId = '', chatId = ''] = chat.split(' ');
			deps.publish({ kind: 'notes_changed', instanceId: instanceId as InstanceId, chatId });
		}
		if (received.alerts === true) deps.publish({ kind: 'alerts_changed' });
		const { ended: sessionIds = [], revoked: keyIds = [] } = received;
		if (sessionIds.length > 0) deps.publish({ kind: 'sessions_ended', sessionIds });
		for (const keyId of keyIds) deps.publish({ kind: 'key_revoked', keyId });
		if (received.wanted === true) wantedElsewhereUntil = clock.now() + WANTED_FOR;
		const { events: eventIds = [], attempted: deliveryIds = [] } = received;
		if (eventIds.length + deliveryIds.length > 0) {
			deps.publish({ kind: 'remote_events', eventIds, deliveryIds });
		}
		if (received.moved === true) deps.publish({ kind: 'clock_moved' });
		if (received.interrupted === true) deps.publish({ kind: 'feed_gap' });
	}

	return {
		publish(signal) {
			if (isReceiving || !pending.add(signal)) return;
			isPending = true;
			schedule(COLLECT_TIME);
		},
		receive(text) {
			const received = parseNotification(text);
			if (received === null) {
				deps.onError(new Error('A notification on the database is not one of a gateway; it is ignored.'));
				return;
			}
			if (received.from === from) return;
			isReceiving = true;
			try {
				publishAll(received);
			} finally {
				isReceiving = false;
			}
		},
		connected() {
			// A client may have been subscribed elsewhere before; its gateway asks again soon.
			wantedElsewhereUntil = clock.now() + WANTED_FOR;
		},
		async close() {
			isClosed = true;
			cancelScheduled?.();
			await sending;
			try {
				while (isPending || outbox.length > 0) await sendAll();
			} catch (error) {
				deps.onError(error);
			}
		},
	};
}

/** Returns a notification that can be sent again: instead of the events, it says that events may be missing. */
function withoutFeed(notification: Notification): Notification {
	const { events = [], attempted = [], interrupted = false } = notification;
	const isMissing = interrupted || events.length + attempted.length > 0;
	return { ...notification, events: [], attempted: [], interrupted: isMissing };
}
