import { timestamp, type Cancel, type Clock } from '../domain/clock.ts';
import type { EventKind } from '../domain/events/event-kind.ts';
import { minIdAt, type DeliveryId, type EventId, type InstanceId } from '../domain/ids.ts';
import { listDeliveriesById } from '../store/webhooks/deliveries/delivery-list.ts';
import { findEvents, findEventsBetween } from '../store/events/event-log.ts';
import type { EventTable } from '../store/schema.ts';
import type { DeliveryAttempted, Signal } from '../store/signal.ts';
import type { Store } from '../store/store.ts';
import { ALERTS, ALL_EVENTS, DELIVERIES, eventsOf, isOfPhone } from './channel.ts';
import type { Subscriptions } from './subscriptions.ts';

export interface EventFeed {
	/** Call it after a client subscribed, so that other gateways send their events to this one. */
	onSubscribed(): void;
	stop(): void;
}

export interface EventFeedDeps {
	clock: Clock;
	store: Pick<Store, 'read' | 'listen' | 'publish'>;
	subscriptions: Subscriptions;
	/** Whether other gateways may work on the same database. */
	hasPeers: boolean;
	onError(error: unknown): void;
}

/** Milliseconds between two requests to the other gateways to send their events. */
const REQUEST_INTERVAL = 5000;
/** Milliseconds after the first request until the other gateways send. Earlier events are read from the database. */
const CATCH_UP_DELAY = 1000;
/** Milliseconds by which the clocks of two machines may differ. */
const CLOCK_SKEW = 2000;
/** Events read at a time to catch up: few enough that a client's connection takes them before the next page. */
const CATCH_UP_PAGE = 250;

/** An event to send; `body` is its JSON text. */
interface FeedEvent {
	eventId: EventId;
	kind: EventKind;
	/** Null: of no instance. */
	instanceId: InstanceId | null;
	at: number;
	body: string;
}

/**
 * Sends events and delivery attempts to the subscribed clients; does nothing without subscribers. Reads the events of
 * other gateways from the database when those announce them.
 */
export function startEventFeed(deps: EventFeedDeps): EventFeed {
	const { clock, store, subscriptions } = deps;
	let cancelRequest: Cancel | null = null;
	let cancelCatchUp: Cancel = () => undefined;
	/** Events sent since the first request to other gateways; null some time after this gateway has caught up. */
	let sentIds: Set<EventId> | null = null;
	/** Ends when all announced events are sent: they are read one announcement after the other, to keep their order. */
	let queue = Promise.resolve();

	function sendEvent(event: FeedEvent): void {
		sentIds?.add(event.eventId);
		const channels = event.instanceId === null ? [ALL_EVENTS] : [ALL_EVENTS, eventsOf(event.instanceId)];
		for (const channel of channels) {
			const listeners = subscriptions.seeing(channel, event.instanceId);
			if (listeners.length === 0) continue;
			const text = eventMessage(channel, event, clock.now());
			for (const listener of listeners) listener.send(text);
		}
	}

	function sendAttempt({ instanceId, ...data }: DeliveryAttempted): void {
		const listeners = subscriptions.seeing(DELIVERIES, instanceId);
		if (listeners.length === 0) return;
		const now = timestamp(clock.now());
		const text = JSON.stringify({ type: 'delivery', channel: DELIVERIES, timestamp: now, data });
		for (const listener of listeners) listener.send(text);
	}

	async function sendRemote(eventIds: readonly EventId[], deliveryIds: readonly DeliveryId[]): Promise<void> {
		for (const row of await findEvents(store.read, eventIds)) {
			if (sentIds?.has(row.id) !== true) sendEvent(feedEvent(row));
		}
		for (const row of await listDeliveriesById(store.read, deliveryIds)) {
			sendAttempt({
				deliveryId: row.id,
				eventId: row.event_id,
				webhookId: row.webhook_id,
				instanceId: row.instance_id,
				status: row.status,
				attempt: row.number ?? row.attempts,
				statusCode: row.status_code,
				responseTime: row.duration ?? 0,
				error: row.error,
			});
		}
	}

	/** Sends the events that other gateways recorded before they received the first request. */
	async function catchUp(since: number): Promise<void> {
		const before = minIdAt('evt', since + CATCH_UP_DELAY + CLOCK_SKEW);
		let after = minIdAt('evt', since - CLOCK_SKEW);
		try {
			let rows: EventTable[];
			do {
				rows = await findEventsBetween(store.read, { after, before }, CATCH_UP_PAGE);
				for (const row of rows) if (sentIds?.has(row.id) === false) sendEvent(feedEvent(row));
				after = rows.at(-1)?.id ?? after;
			} while (rows.length === CATCH_UP_PAGE && subscribedChannels(subscriptions).length > 0);
		} finally {
			// Also after a failure, which makes all subscribers reconnect. Some of these events are still to be announced.
			const known = sentIds;
			clock.schedule(CLOCK_SKEW, () => {
				enqueue(() => {
					if (sentIds === known) sentIds = null;
					return Promise.resolve();
				});
			});
		}
	}

	/** Runs tasks in order; all subscribers reconnect after a failure. */
	function enqueue(task: () => Promise<void>): void {
		queue = queue.then(task).catch((error: unknown) => {
			deps.onError(error);
			forceReconnect();
		});
	}

	/** Closes the connections of all subscribers, because events may be missing. */
	function forceReconnect(): void {
		for (const channel of subscribedChannels(subscriptions)) {
			for (const listener of subscriptions.of(channel)) listener.forceReconnect();
		}
	}

	/** Asks other gateways to send their events, and again while there are subscribers. */
	function requestRemoteEvents(): void {
		cancelRequest = null;
		if (subscribedChannels(subscriptions).length === 0) return;
		store.publish({ kind: 'feed_subscribed' });
		cancelRequest = clock.schedule(REQUEST_INTERVAL, requestRemoteEvents);
	}

	function receive(signal: Signal): void {
		if (subscriptions.isEmpty()) return;
		if (signal.kind === 'event_recorded') {
			const { eventId, event, at, body } = signal;
			sendEvent({ eventId, kind: event.kind, instanceId: event.data.instanceId, at, body });
		} else if (signal.kind === 'delivery_attempted') {
			sendAttempt(signal.attempt);
		} else if (signal.kind === 'remote_events') {
			const { eventIds, deliveryIds } = signal;
			if (subscribedChannels(subscriptions).length === 0) return;
			enqueue(() => sendRemote(eventIds, deliveryIds));
		} else if (signal.kind === 'feed_gap') {
			forceReconnect();
		}
	}

	const stopListening = store.listen(receive);
	return {
		onSubscribed() {
			if (cancelRequest !== null || !deps.hasPeers) return;
			requestRemoteEvents();
			const since = clock.now();
			sentIds = new Set(sentIds);
			cancelCatchUp();
			cancelCatchUp = clock.schedule(CATCH_UP_DELAY, () => {
				enqueue(() => catchUp(since));
			});
		},
		stop() {
			stopListening();
			cancelRequest?.();
			cancelCatchUp();
		},
	};
}

/** The channels of events and deliveries that have subscribers. */
function subscribedChannels(subscriptions: Subscriptions): string[] {
	return [...subscriptions.channels()].filter(
		(channel) => channel !== ALERTS && !channel.endsWith(':status') && !isOfPhone(channel),
	);
}

function feedEvent(row: EventTable): FeedEvent {
	const { id: eventId, kind, instance_id: instanceId, created_at: at, body } = row;
	return { eventId, kind, instanceId: instanceId === '' ? null : instanceId, at, body };
}

/** Builds the message from texts, because the event's body is JSON text already. */
function eventMessage(channel: string, event: FeedEvent, now: number): string {
	const { eventId, kind, instanceId, at, body } = event;
	const head = JSON.stringify({ type: 'event', channel, timestamp: timestamp(now) }).slice(0, -1);
	const data = JSON.stringify({ eventId, kind, instanceId, at: timestamp(at) }).slice(0, -1);
	return `${head},"data":${data},"payload":${body}}}`;
}
