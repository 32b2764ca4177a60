import { timestamp, type Cancel, type Clock } from '../domain/clock.ts';
import type { EventKind } from '../domain/event.ts';
import { minIdAt, type DeliveryId, type EventId, type InstanceId } from '../domain/ids.ts';
import { listDeliveriesById } from '../store/webhooks/delivery-list.ts';
import { findEvents, findEventsSince } from '../store/events/event-log.ts';
import type { EventTable } from '../store/schema.ts';
import type { DeliveryAttempted, Signal } from '../store/signal.ts';
import type { Store } from '../store/store.ts';
import { ALL_EVENTS, DELIVERIES, eventsOf } from './channel.ts';
import type { Subscriptions } from './subscriptions.ts';

export interface EventFeed {
	/** Call it when somebody began to listen, so that other gateways tell this one what happens there. */
	onSubscribed(): void;
	stop(): void;
}

export interface EventFeedDeps {
	clock: Clock;
	store: Pick<Store, 'read' | 'listen' | 'publish'>;
	subscriptions: Subscriptions;
	/** Whether other gateways work on the same database. */
	othersRecord: boolean;
	onError(error: unknown): void;
}

/** Milliseconds between two requests to the other gateways to go on telling. */
const ASK_EVERY = 5000;
/** Milliseconds after which they surely tell; what they did not tell until then is read. */
const HEARD_AFTER = 1000;
/** Milliseconds that the clocks of two machines may be apart. */
const SKEW = 2000;
/** Events read back then, at most. */
const READ_BACK_LIMIT = 1000;

/** An event as it is told of; `body` is its JSON text. */
interface ToldEvent {
	eventId: EventId;
	kind: EventKind;
	instanceId: InstanceId;
	at: number;
	body: string;
}

/**
 * Tells of events and of attempts to deliver them, to those who listen. While nobody does, nothing is done; what
 * happens at other gateways on the same database is read from there, when they say that it is.
 */
export function startEventFeed(port: EventFeedDeps): EventFeed {
	const { clock, store, subscriptions } = port;
	let asking: Cancel | null = null;
	let readingBack: Cancel = () => undefined;
	/** What was told since others were asked, as long as it is not sure that they tell. */
	let told: Set<EventId> | null = null;
	/** What others told of is read and told in the order in which it came. */
	let reading = Promise.resolve();

	function tellEvent(event: ToldEvent): void {
		told?.add(event.eventId);
		for (const channel of [ALL_EVENTS, eventsOf(event.instanceId)]) {
			const listeners = subscriptions.of(channel);
			if (listeners.length === 0) continue;
			const text = eventMessage(channel, event, clock.now());
			for (const listener of listeners) listener.send(text);
		}
	}

	function tellAttempt(data: DeliveryAttempted): void {
		const listeners = subscriptions.of(DELIVERIES);
		if (listeners.length === 0) return;
		const now = timestamp(clock.now());
		const text = JSON.stringify({ type: 'delivery', channel: DELIVERIES, timestamp: now, data });
		for (const listener of listeners) listener.send(text);
	}

	async function tellWhatHappenedElsewhere(
		eventIds: readonly EventId[],
		deliveryIds: readonly DeliveryId[],
	): Promise<void> {
		for (const row of await findEvents(store.read, eventIds)) tellEvent(toldEvent(row));
		for (const row of await listDeliveriesById(store.read, deliveryIds)) {
			tellAttempt({
				deliveryId: row.id,
				eventId: row.event_id,
				webhookId: row.webhook_id,
				status: row.status,
				attempt: row.number ?? row.attempts,
				statusCode: row.status_code,
				responseTime: row.duration ?? 0,
				error: row.error,
			});
		}
	}

	/** What others recorded before they heard that somebody listens. */
	async function readMissed(since: number): Promise<void> {
		try {
			const first = minIdAt('evt', since - SKEW);
			for (const row of await findEventsSince(store.read, first, READ_BACK_LIMIT)) {
				if (told?.has(row.id) === false) tellEvent(toldEvent(row));
			}
		} finally {
			// Also where it failed: who listened is told to connect anew then.
			told = null;
		}
	}

	function inTurn(work: () => Promise<void>): void {
		reading = reading.then(work).catch((error: unknown) => {
			port.onError(error);
			forceReconnect();
		});
	}

	/** Lets everybody connect anew who may have missed something. */
	function forceReconnect(): void {
		for (const channel of listenedTo(subscriptions)) {
			for (const listener of subscriptions.of(channel)) listener.forceReconnect();
		}
	}

	function ask(): void {
		asking = null;
		if (listenedTo(subscriptions).length === 0) return;
		store.publish({ kind: 'feed_subscribed' });
		asking = clock.schedule(ASK_EVERY, ask);
	}

	function receive(signal: Signal): void {
		if (subscriptions.isEmpty()) return;
		if (signal.kind === 'event_recorded') {
			const { eventId, event, at, body } = signal;
			tellEvent({ eventId, kind: event.kind, instanceId: event.data.instanceId, at, body });
		} else if (signal.kind === 'delivery_attempted') {
			tellAttempt(signal.attempt);
		} else if (signal.kind === 'remote_events') {
			const { eventIds, deliveryIds } = signal;
			if (listenedTo(subscriptions).length === 0) return;
			inTurn(() => tellWhatHappenedElsewhere(eventIds, deliveryIds));
		} else if (signal.kind === 'feed_gap') {
			forceReconnect();
		}
	}

	const stopListening = store.listen(receive);
	return {
		onSubscribed() {
			if (asking !== null || !port.othersRecord) return;
			ask();
			const since = clock.now();
			told ??= new Set();
			readingBack();
			readingBack = clock.schedule(HEARD_AFTER, () => {
				inTurn(() => readMissed(since));
			});
		},
		stop() {
			stopListening();
			asking?.();
			readingBack();
		},
	};
}

/** The channels of events and deliveries that somebody listens to. */
function listenedTo(subscriptions: Subscriptions): string[] {
	return [...subscriptions.channels()].filter(
		(channel) => !channel.endsWith(':status') && !channel.startsWith('phone:'),
	);
}

function toldEvent(row: EventTable): ToldEvent {
	const { id: eventId, kind, instance_id: instanceId, created_at: at, body } = row;
	return { eventId, kind, instanceId, at, body };
}

/** Put together as text: the event's own is JSON already. */
function eventMessage(channel: string, event: ToldEvent, now: number): string {
	const { eventId, kind, instanceId, at, body } = event;
	const head = JSON.stringify({ type: 'event', channel, timestamp: timestamp(now) }).slice(0, -1);
	const data = JSON.stringify({ eventId, kind, instanceId, at: timestamp(at) }).slice(0, -1);
	return `${head},"data":${data},"payload":${body}}}`;
}
