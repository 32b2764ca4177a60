import type { ChannelMessage } from './gateway-client.ts';
import type { DeliveryEnd, Wanted } from './scenario.ts';

/** An event of an instance, as the channel tells it. */
export interface ObservedEvent {
	eventId: string;
	kind: string;
	instanceId: string;
	data: Readonly<Record<string, unknown>>;
}

/** An attempt to deliver an event to a webhook. */
export interface ObservedDelivery {
	deliveryId: string;
	eventId: string;
	status: string;
	statusCode: number | null;
}

/** What happened at the gateway since a play began; what a step found is not found again. */
export interface Observed {
	take(message: ChannelMessage): void;
	event(instanceId: string, kind: string, where: Wanted): ObservedEvent | null;
	delivery(instanceId: string, wanted: DeliveryWanted): ObservedDelivery | null;
	/** What came instead, as a person reads it. */
	kinds(instanceId: string): string;
	/** How the deliveries of such events stand, as a person reads it. */
	deliveriesOf(instanceId: string, kind: string): string;
}

export interface DeliveryWanted {
	event: string;
	status: DeliveryEnd;
	where: Wanted;
}

/** Things kept: more than any scenario causes. */
const KEPT = 5000;

export function createObserved(): Observed {
	const events: ObservedEvent[] = [];
	const deliveries: ObservedDelivery[] = [];
	const found = new Set<unknown>();

	/** The first that fits and was not found before. */
	function first<T>(all: readonly T[], fits: (one: T) => boolean): T | null {
		const one = all.find((candidate) => !found.has(candidate) && fits(candidate));
		if (one === undefined) return null;
		found.add(one);
		return one;
	}

	const isWanted = (event: ObservedEvent, instanceId: string, kind: string, where: Wanted): boolean =>
		event.instanceId === instanceId &&
		event.kind === kind &&
		Object.entries(where).every(([name, value]) => valueAt(event.data, name) === value);

	return {
		take({ type, data }) {
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
			events.splice(0, events.length - KEPT);
			deliveries.splice(0, deliveries.length - KEPT);
		},
		event: (instanceId, kind, where) => first(events, (event) => isWanted(event, instanceId, kind, where)),
		delivery(instanceId, { event: kind, status, where }) {
			const ids = new Set(
				events.filter((event) => isWanted(event, instanceId, kind, where)).map(({ eventId }) => eventId),
			);
			return first(deliveries, (one) => one.status === status && ids.has(one.eventId));
		},
		kinds(instanceId) {
			const left = events.filter((event) => event.instanceId === instanceId && !found.has(event));
			return left.length === 0
				? 'No other event came.'
				: `Instead came ${listed(left.map(({ kind }) => kind))}.`;
		},
		deliveriesOf(instanceId, kind) {
			const ids = new Set(
				events
					.filter((event) => event.instanceId === instanceId && event.kind === kind)
					.map(({ eventId }) => eventId),
			);
			if (ids.size === 0) return `There was no event ${kind}.`;
			const own = deliveries.filter(({ eventId }) => ids.has(eventId));
			if (own.length === 0) return 'It was delivered nowhere: does a webhook want such events?';
			return `Its deliveries: ${listed(
				own.map(({ status, statusCode }) =>
					statusCode === null ? status : `${status} (answered ${statusCode})`,
				),
			)}.`;
		},
	};
}

function listed(names: readonly string[]): string {
	return names.slice(-10).join(', ');
}

function recordOf(value: unknown): Record<string, unknown> {
	return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** What a dotted name leads to. */
function valueAt(data: unknown, name: string): unknown {
	return name.split('.').reduce<unknown>((inside, key) => recordOf(inside)[key], data);
}
