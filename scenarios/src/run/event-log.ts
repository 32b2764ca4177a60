import type { ChannelMessage } from '../gateway/gateway-client.ts';
import type { DeliveryStatus, ExpectedFields } from '../format/scenario.ts';

/** An event of an instance, as the real-time channel carries it. */
export interface LoggedEvent {
	eventId: string;
	kind: string;
	instanceId: string;
	data: Readonly<Record<string, unknown>>;
}

/** An attempt to deliver an event to a webhook. */
export interface LoggedDelivery {
	deliveryId: string;
	eventId: string;
	status: string;
	statusCode: number | null;
}

/** The gateway's events and deliveries since a run began. An entry that one step found is not found again. */
export interface EventLog {
	/** Records a real-time message; those that carry neither an event nor a delivery are ignored. */
	record(message: ChannelMessage): void;
	findEvent(instanceId: string, kind: string, where: ExpectedFields): LoggedEvent | null;
	findDelivery(instanceId: string, expected: ExpectedDelivery): LoggedDelivery | null;
	/** A sentence that lists the kinds of the events no step has found. */
	describeEvents(instanceId: string): string;
	/** A sentence that lists the deliveries of events of one kind with their statuses. */
	describeDeliveries(instanceId: string, kind: string): string;
}

export interface ExpectedDelivery {
	event: string;
	status: DeliveryStatus;
	where: ExpectedFields;
}

/** Most events, and most deliveries, in the log: more than any scenario causes. */
const MAX_ENTRIES = 5000;
/** Most entries a sentence lists. */
const MAX_LISTED = 10;

export function createEventLog(): EventLog {
	const events: LoggedEvent[] = [];
	const deliveries: LoggedDelivery[] = [];
	const found = new Set<unknown>();

	/** The first entry that fits and that no step has found. */
	function findFirst<T>(entries: readonly T[], fits: (entry: T) => boolean): T | null {
		const first = entries.find((entry) => !found.has(entry) && fits(entry));
		if (first === undefined) return null;
		found.add(first);
		return first;
	}

	const isExpected = (event: LoggedEvent, instanceId: string, kind: string, where: ExpectedFields): boolean =>
		event.instanceId === instanceId &&
		event.kind === kind &&
		Object.entries(where).every(([name, value]) => valueAt(event.data, name) === value);

	return {
		record({ type, data }) {
			const fields = recordOf(data);
			if (type === 'event') {
				events.push({
					eventId: String(fields.eventId),
					kind: String(fields.kind),
					instanceId: String(fields.instanceId),
					data: recordOf(recordOf(fields.payload).data ?? fields.payload),
				});
			}
			if (type === 'delivery') {
				deliveries.push({
					deliveryId: String(fields.deliveryId),
					eventId: String(fields.eventId),
					status: String(fields.status),
					statusCode: typeof fields.statusCode === 'number' ? fields.statusCode : null,
				});
			}
			events.splice(0, events.length - MAX_ENTRIES);
			deliveries.splice(0, deliveries.length - MAX_ENTRIES);
		},
		findEvent: (instanceId, kind, where) =>
			findFirst(events, (event) => isExpected(event, instanceId, kind, where)),
		findDelivery(instanceId, { event: kind, status, where }) {
			const eventIds = new Set(
				events.filter((event) => isExpected(event, instanceId, kind, where)).map(({ eventId }) => eventId),
			);
			return findFirst(
				deliveries,
				(delivery) => delivery.status === status && eventIds.has(delivery.eventId),
			);
		},
		describeEvents(instanceId) {
			const rest = events.filter((event) => event.instanceId === instanceId && !found.has(event));
			return rest.length === 0
				? 'No other event came.'
				: `Instead came ${listed(rest.map(({ kind }) => kind))}.`;
		},
		describeDeliveries(instanceId, kind) {
			const eventIds = new Set(
				events
					.filter((event) => event.instanceId === instanceId && event.kind === kind)
					.map(({ eventId }) => eventId),
			);
			if (eventIds.size === 0) return `There was no event ${kind}.`;
			const ofKind = deliveries.filter(({ eventId }) => eventIds.has(eventId));
			if (ofKind.length === 0) {
				return 'It was delivered to no webhook. Check whether one subscribes to this event kind.';
			}
			return `Its deliveries: ${listed(
				ofKind.map(({ status, statusCode }) =>
					statusCode === null ? status : `${status} (answered ${statusCode})`,
				),
			)}.`;
		},
	};
}

function listed(names: readonly string[]): string {
	return names.slice(-MAX_LISTED).join(', ');
}

function recordOf(value: unknown): Record<string, unknown> {
	return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** The value at a dotted path, such as `error.code`. */
function valueAt(data: unknown, path: string): unknown {
	return path.split('.').reduce<unknown>((value, key) => recordOf(value)[key], data);
}
