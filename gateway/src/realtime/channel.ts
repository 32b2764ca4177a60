import { GatewayError } from '../domain/error.ts';
import type { Scope } from '../domain/access/scope.ts';

/** A channel a real-time client can subscribe to. The first is the specification's, the others are additions. */
export type Channel = { name: string } & (
	| { kind: 'status'; instanceId: string }
	/** Events of one instance; instanceId null: of all. */
	| { kind: 'events'; instanceId: string | null }
	/** Attempts to deliver events to webhooks. */
	| { kind: 'deliveries' }
	/** That alerts changed, without what. */
	| { kind: 'alerts' }
	/** Changes on a manually operated phone of the simulated network. */
	| { kind: 'phone'; number: string }
);

export const ALL_EVENTS = 'events';
export const DELIVERIES = 'deliveries';
export const ALERTS = 'alerts';

/** The name of the channel with the events of an instance. */
export function eventsOf(instanceId: string): string {
	return `instance:${instanceId}:events`;
}

/** The name of the channel of a phone of the simulated network. */
export function phoneChannel(number: string): string {
	return `phone:${number}`;
}

/** Whether a channel is of a phone of the simulated network. */
export function isOfPhone(channel: string): boolean {
	return channel.startsWith('phone:');
}

/** Scopes a key needs to subscribe to a channel; events contain messages and changes of instances. */
export const REQUIRED_SCOPES: Readonly<Record<Channel['kind'], readonly Scope[]>> = {
	status: ['instances:read'],
	events: ['messages:read', 'instances:read'],
	deliveries: ['webhooks:read'],
	alerts: ['instances:read'],
	phone: ['instances:write'],
};

const OF_PHONE = /^phone:(\d{1,15})$/;
/** Without control characters: no id contains one, and PostgreSQL accepts no null character in a query. */
const OF_INSTANCE = /^instance:([^:\p{Cc}]{1,64}):(status|events)$/u;

/** Parses the name of a channel. Throws invalid_parameters. */
export function parseChannel(name: unknown): Channel {
	if (name === ALL_EVENTS) return { name, kind: 'events', instanceId: null };
	if (name === DELIVERIES) return { name, kind: 'deliveries' };
	if (name === ALERTS) return { name, kind: 'alerts' };
	const number = typeof name === 'string' ? OF_PHONE.exec(name)?.[1] : undefined;
	if (number !== undefined) return { name: phoneChannel(number), kind: 'phone', number };
	const [channel, instanceId, kind] = typeof name === 'string' ? (OF_INSTANCE.exec(name) ?? []) : [];
	if (channel === undefined || instanceId === undefined) {
		throw new GatewayError(
			'invalid_parameters',
			'"channel" must be of the form instance:<instanceId>:status or instance:<instanceId>:events, or phone:<number> on the simulated network, or be events, deliveries or alerts.',
		);
	}
	return { name: channel, kind: kind === 'events' ? 'events' : 'status', instanceId };
}
