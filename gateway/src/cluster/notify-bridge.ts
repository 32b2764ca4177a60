import type { Clock } from '../domain/clock.ts';
import type {
	DeliveryId,
	EventId,
	InstanceId,
	KeyId,
	MessageId,
	ProcessId,
	SessionId,
} from '../domain/ids.ts';
import { idsOf, type Signal } from '../store/signal.ts';
import { parseNotification, type Notification } from './notification.ts';

/** Milliseconds during which signals are batched. Each notification takes a lock that all commits share. */
const GATHER_TIME = 5;
/** Maximum ids per list of a notification, which has two lists. PostgreSQL limits its text to 8,000 bytes. */
const NAMED_AT_ONCE = 100;
/** Milliseconds for which feed ids are sent after a gateway asked for them. */
const WANTED_FOR = 15_000;
/** Maximum feed ids waiting to be sent. Further ids are dropped, and the subscribers get a gap. */
const WAITING_LIMIT = 5000;

export interface NotifyBridgeDeps {
	processId: ProcessId;
	clock: Clock;
	/** Returns whether this process holds the lease of an instance, so that no other gateway needs its messages. */
	drives: (instanceId: InstanceId) => boolean;
	/** Sends a text to all gateways on the database. */
	send: (text: string) => Promise<void>;
	/** Publishes a signal in this gateway. */
	publish: (signal: Signal) => void;
	onError: (error: unknown) => void;
}

export interface NotifyBridge {
	/** Sends a signal of this gateway to the others if it concerns them. */
	publish: (signal: Signal) => void;
	/** Publishes the signals of a notification of another gateway. */
	receive: (text: string) => void;
}

/**
 * Creates the bridge between the signals of this gateway and the notifications of the others. Due deliveries are not
 * sent: the gateway that created them attempts them, and every gateway polls once a second. Events and attempts are sent
 * only while another gateway has subscribers.
 */
export function createNotifyBridge(port: NotifyBridgeDeps): NotifyBridge {
	const { processId: from, clock } = port;
	/** Queued messages by instance; null: the receiver queries the database for them. */
	const queued = new Map<InstanceId, MessageId[] | null>();
	const changed = new Set<InstanceId>();
	const ended = new Set<SessionId>();
	const revoked = new Set<KeyId>();
	const events = new Set<EventId>();
	const attempted = new Set<DeliveryId>();
	let wanted = false;
	let interrupted = false;
	let wantedElsewhereUntil = 0;
	let waiting = false;
	/** True while a notification is published here. The other gateways got it too, so its signals are not sent again. */
	let hearing = false;

	function addQueued({ instanceId, queued: told }: Extract<Signal, { kind: 'message_queued' }>): void {
		const known = queued.get(instanceId);
		const more = told === undefined ? null : idsOf(told);
		const ids = known === null || more === null ? null : [...(known ?? []), ...more];
		queued.set(instanceId, ids === null || ids.length >= NAMED_AT_ONCE ? null : ids);
	}

	/** Takes as many queued messages and changed instances as one notification holds. */
	function nextBatch(): Pick<Notification, 'queued' | 'changed'> {
		const taken: Pick<Notification, 'queued' | 'changed'> = { queued: [], changed: [] };
		let room = NAMED_AT_ONCE;
		for (const [instanceId, ids] of queued) {
			room -= 1 + (ids?.length ?? 0);
			if (room < 0) break;
			taken.queued.push(ids === null ? { instanceId } : { instanceId, ids });
			queued.delete(instanceId);
		}
		for (const instanceId of changed) {
			room -= 1;
			if (room < 0) break;
			taken.changed.push(instanceId);
			changed.delete(instanceId);
		}
		return taken;
	}

	async function sendAll(): Promise<void> {
		waiting = false;
		while (queued.size + changed.size > 0) {
			await send({ from, ...nextBatch() });
		}
		while (ended.size + revoked.size > 0 || wanted) {
			const named = { ended: take(ended), revoked: take(revoked) };
			const announcement = { from, queued: [], changed: [], ...named, wanted };
			wanted = false;
			await send(announcement);
		}
		while (events.size + attempted.size > 0 || interrupted) {
			const named = { events: take(events), attempted: take(attempted) };
			const announcement = { from, queued: [], changed: [], ...named, interrupted };
			interrupted = false;
			await send(announcement);
		}
	}

	function send(announcement: Notification): Promise<void> {
		return port.send(JSON.stringify(announcement));
	}

	/** Adds a feed id while another gateway has subscribers, up to the limit. Returns whether there are any. */
	function enqueue<Id>(set: Set<Id>, id: Id): boolean {
		if (clock.now() >= wantedElsewhereUntil) return false;
		if (set.size < WAITING_LIMIT) set.add(id);
		else interrupted = true;
		return true;
	}

	/** Adds a signal to the next notification. Returns false when the other gateways do not need it. */
	function noted(signal: Signal): boolean {
		switch (signal.kind) {
			case 'message_queued':
				if (port.drives(signal.instanceId)) return false;
				addQueued(signal);
				return true;
			case 'instance_changed':
				changed.add(signal.instanceId);
				return true;
			case 'sessions_ended':
				for (const id of signal.sessionIds) ended.add(id);
				return true;
			case 'key_revoked':
				revoked.add(signal.keyId);
				return true;
			case 'feed_subscribed':
				wanted = true;
				return true;
			case 'event_recorded':
				return enqueue(events, signal.eventId);
			case 'delivery_attempted':
				return enqueue(attempted, signal.attempt.deliveryId);
			case 'message_accepted':
			case 'instance_connected':
			case 'instance_disconnected':
			case 'connection_failed':
			case 'delivery_due':
			case 'remote_events':
			case 'feed_gap':
				return false;
		}
	}

	function passOn(heard: Notification): void {
		for (const { instanceId, ids } of heard.queued) {
			if (!port.drives(instanceId)) continue;
			port.publish({ kind: 'message_queued', instanceId, ...(ids === undefined ? {} : { queued: { ids } }) });
		}
		for (const instanceId of heard.changed) port.publish({ kind: 'instance_changed', instanceId });
		const { ended: sessionIds = [], revoked: keyIds = [] } = heard;
		if (sessionIds.length > 0) port.publish({ kind: 'sessions_ended', sessionIds });
		for (const keyId of keyIds) port.publish({ kind: 'key_revoked', keyId });
		if (heard.wanted === true) wantedElsewhereUntil = clock.now() + WANTED_FOR;
		const { events: eventIds = [], attempted: deliveryIds = [] } = heard;
		if (eventIds.length + deliveryIds.length > 0) {
			port.publish({ kind: 'remote_events', eventIds, deliveryIds });
		}
		if (heard.interrupted === true) port.publish({ kind: 'feed_gap' });
	}

	return {
		publish(signal) {
			if (hearing || !noted(signal) || waiting) return;
			waiting = true;
			clock.schedule(GATHER_TIME, () => {
				// The periodic polling of the other gateways finds what a failed notification would have told them.
				sendAll().catch(port.onError);
			});
		},
		receive(text) {
			const heard = parseNotification(text);
			if (heard === null) {
				port.onError(new Error('A notification on the database is not one of a gateway; it is ignored.'));
				return;
			}
			if (heard.from === from) return;
			hearing = true;
			try {
				passOn(heard);
			} finally {
				hearing = false;
			}
		},
	};
}

function take<Id>(set: Set<Id>): Id[] {
	const taken = [...set].slice(0, NAMED_AT_ONCE);
	for (const id of taken) set.delete(id);
	return taken;
}
