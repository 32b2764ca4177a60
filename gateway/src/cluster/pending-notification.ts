import type { DeliveryId, EventId, InstanceId, KeyId, ProcessId, SessionId } from '../domain/ids.ts';
import { chatKeyText } from '../store/chats/chat-key.ts';
import type { Signal } from '../store/signal.ts';
import type { Notification } from './notification.ts';

/** Bytes of the names in one notification: PostgreSQL takes at most 8,000 bytes of text. */
const NAMES_LIMIT = 6000;
/** Names of events and deliveries that may be pending; beyond it they are dropped, and subscribers are notified of that. */
const FEED_LIMIT = 5000;
/** Most chats of one instance in a notification; for more, it contains the instance only. */
const CHATS_LIMIT = 100;

/** The signals that the next notifications to the other gateways contain. */
export interface PendingNotification {
	/** Adds a signal; returns whether the other gateways need it. */
	add: (signal: Signal) => boolean;
	/** Takes as many pending names as fit into one notification; null: nothing is pending. */
	take: () => Notification | null;
}

export interface PendingNotificationDeps {
	from: ProcessId;
	/** Whether this process holds the lease of the instance: then no other one needs to know of its messages. */
	holdsLease: (instanceId: InstanceId) => boolean;
	/** Whether a client of another gateway is subscribed to events. */
	isFeedWanted: () => boolean;
}

export function createPendingNotification(deps: PendingNotificationDeps): PendingNotification {
	const { from, holdsLease, isFeedWanted } = deps;
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

	function addQueued({ instanceId, chatIds }: Extract<Signal, { kind: 'message_queued' }>): void {
		const known = queued.get(instanceId);
		const all = known === null || chatIds === undefined ? null : new Set([...(known ?? []), ...chatIds]);
		queued.set(instanceId, all === null || all.size > CHATS_LIMIT ? null : all);
	}

	/** Adds the id of an event or a delivery, while a client of another gateway is subscribed. */
	function addToFeed<Id>(ids: Set<Id>, id: Id): boolean {
		if (!isFeedWanted()) return false;
		if (ids.size < FEED_LIMIT) ids.add(id);
		else interrupted = true;
		return true;
	}

	function add(signal: Signal): boolean {
		switch (signal.kind) {
			case 'message_queued':
				if (holdsLease(signal.instanceId)) return false;
				addQueued(signal);
				return true;
			case 'instance_changed':
				changed.add(signal.instanceId);
				return true;
			case 'chats_changed':
				rearranged.add(signal.instanceId);
				return true;
			case 'notes_changed':
				noted.add(chatKeyText(signal));
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

	function take(): Notification | null {
		let room = NAMES_LIMIT;
		function takeNames<Name extends string>(names: Set<Name>): Name[] {
			const taken: Name[] = [];
			for (const name of names) {
				if (room <= 0) break;
				room -= name.length + 3;
				taken.push(name);
				names.delete(name);
			}
			return taken;
		}
		const taken: Notification = { from, queued: [], changed: takeNames(changed) };
		for (const [instanceId, chats] of queued) {
			if (room <= 0) break;
			room -= instanceId.length + 30;
			taken.queued.push(chats === null ? { instanceId } : { instanceId, chatIds: takeNames(chats) });
			if (chats === null || chats.size === 0) queued.delete(instanceId);
		}
		Object.assign(taken, { ended: takeNames(ended), revoked: takeNames(revoked), events: takeNames(events) });
		Object.assign(taken, {
			rearranged: takeNames(rearranged),
			noted: takeNames(noted),
			attempted: takeNames(attempted),
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

	return { add, take };
}
