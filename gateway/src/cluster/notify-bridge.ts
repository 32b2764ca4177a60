import type { Cancel, Clock } from '../domain/clock.ts';
import type { DeliveryId, EventId, InstanceId, KeyId, ProcessId, SessionId } from '../domain/ids.ts';
import type { Signal } from '../store/signal.ts';
import { parseNotification, type Notification } from './notification.ts';

/** Milliseconds for which signals are collected: each notification takes a lock that all commits share. */
const COLLECT_TIME = 5;
/** Bytes of the names in one notification: PostgreSQL takes at most 8,000 bytes of text. */
const NAMES_LIMIT = 6000;
/** Milliseconds for which other gateways are notified of events after one of their clients was subscribed. */
const WANTED_FOR = 15_000;
/** Names of events and deliveries that may be pending; beyond it they are dropped, and subscribers are notified of that. */
const FEED_LIMIT = 5000;
/** Most chats of one instance in a notification; for more, it contains the instance only. */
const CHATS_LIMIT = 100;
/** Milliseconds until a notification is sent again that could not be sent. */
const RETRY_PAUSE = 1000;

export interface NotifyBridgeDeps {
	processId: ProcessId;
	clock: Clock;
	/** Whether this process drives the instance: then no other one needs to know of its messages. */
	drives: (instanceId: InstanceId) => boolean;
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
	/** Chats with queued messages; null: any chats of the instance. */
	const queued = new Map<InstanceId, Set<string> | null>();
	const changed = new Set<InstanceId>();
	/** Instances whose chats were changed, such as archived. */
	const rearranged = new Set<InstanceId>();
	/** Chats whose notes changed, each as `<instanceId> <chatId>`. */
	const noted = new Set<string>();
	const ended = new Set<SessionId>();
	const revoked = new Set<KeyId>();
	const events = new Set<EventId>();
	const attempted = new Set<DeliveryId>();
	let alerts = false;
	let wanted = false;
	let interrupted = false;
	let moved = false;
	let wantedElsewhereUntil = 0;
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

	function addQueued({ instanceId, chatIds }: Extract<Signal, { kind: 'message_queued' }>): void {
		const known = queued.get(instanceId);
		const all = known === null || chatIds === undefined ? null : new Set([...(known ?? []), ...chatIds]);
		queued.set(instanceId, all === null || all.size > CHATS_LIMIT ? null : all);
	}

	/** Adds an id while another gateway wants it. */
	function addToFeed<Id>(ids: Set<Id>, id: Id): boolean {
		if (clock.now() >= wantedElsewhereUntil) return false;
		if (ids.size < FEED_LIMIT) ids.add(id);
		else interrupted = true;
		return true;
	}

	/** Adds a signal to the next notification; returns whether the other gateways need it. */
	function add(signal: Signal): boolean {
		switch (signal.kind) {
			case 'message_queued':
				if (deps.drives(signal.instanceId)) return false;
				addQueued(signal);
				return true;
			case 'instance_changed':
				changed.add(signal.instanceId);
				return true;
			case 'chats_changed':
				rearranged.add(signal.instanceId);
				return true;
			case 'notes_changed':
				noted.add(`${signal.instanceId} ${signal.chatId}`);
				return true;
			case 'alerts_changed':
				alerts = true;
				return true;
			case 'sessions_ended':
				for (const id of signal.sessionIds) ended.add(id);
				return true;
			case 'key_revoked':
				revoked.add(signal.keyId);
				return true;
			case 'clock_moved':
				moved = true;
				return true;
			case 'feed_subscribed':
				wanted = true;
				return true;
			case 'event_recorded':
				return addToFeed(events, signal.eventId);
			case 'delivery_attempted':
				return addToFeed(attempted, signal.attempt.deliveryId);
			// The other gateways themselves search regularly for due scheduled messages and bursts.
			case 'message_scheduled':
			case 'chat_taken':
			case 'burst_started':
			case 'webhook_changed':
			case 'message_accepted':
			case 'instance_connected':
			case 'instance_disconnected':
			case 'connection_failed':
			case 'delivery_due':
			case 'remote_events':
				return false;
			case 'feed_gap':
				interrupted ||= signal.everywhere === true;
				return signal.everywhere === true;
		}
	}

	/** Takes as many pending names as fit into one notification; null: nothing is pending. */
	function takeNotification(): Notification | null {
		let room = NAMES_LIMIT;
		function take<Name extends string>(names: Set<Name>): Name[] {
			const taken: Name[] = [];
			for (const name of names) {
				if (room <= 0) break;
				room -= name.length + 3;
				taken.push(name);
				names.delete(name);
			}
			return taken;
		}
		const taken: Notification = { from, queued: [], changed: take(changed) };
		for (const [instanceId, chats] of queued) {
			if (room <= 0) break;
			room -= instanceId.length + 30;
			taken.queued.push(chats === null ? { instanceId } : { instanceId, chatIds: take(chats) });
			if (chats === null || chats.size === 0) queued.delete(instanceId);
		}
		Object.assign(taken, { ended: take(ended), revoked: take(revoked), events: take(events) });
		Object.assign(taken, {
			rearranged: take(rearranged),
			noted: take(noted),
			attempted: take(attempted),
			alerts,
			wanted,
			interrupted,
			moved,
		});
		const isEmpty = room === NAMES_LIMIT && !alerts && !wanted && !interrupted && !moved;
		alerts = false;
		wanted = false;
		interrupted = false;
		moved = false;
		return isEmpty ? null : taken;
	}

	function takeAll(): void {
		isPending = false;
		for (let next = takeNotification(); next !== null; next = takeNotification()) outbox.push(next);
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
			if (!deps.drives(instanceId)) continue;
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
			if (isReceiving || !add(signal)) return;
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
