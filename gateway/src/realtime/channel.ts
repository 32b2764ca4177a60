import { GatewayError } from '../domain/error.ts';
import type { Scope } from '../domain/scope.ts';

/** What a client of the real-time channel can listen to. The first is the specification's, the others are additions. */
export type Channel = { name: string } & (
	| { kind: 'status'; instanceId: string }
	/** What happens to one instance, or to all. */
	| { kind: 'events'; instanceId: string | null }
	/** Attempts to deliver events to webhooks. */
	| { kind: 'deliveries' }
	/** What happens on a phone of the simulated network that somebody holds. */
	| { kind: 'phone'; number: string }
);

export const ALL_EVENTS = 'events';
export const DELIVERIES = 'deliveries';

/** The channel's name of what happens to an instance. */
export function eventsOf(instanceId: string): string {
	return `instance:${instanceId}:events`;
}

/** The channel's name of what happens on a phone of the simulated network. */
export function phoneChannel(number: string): string {
	return `phone:${number}`;
}

/** What a key has to be allowed to do to listen; events tell of messages and of instances. */
export const SCOPES_NEEDED: Readonly<Record<Channel['kind'], readonly Scope[]>> = {
	status: ['instances:read'],
	events: ['messages:read', 'instances:read'],
	deliveries: ['webhooks:read'],
	phone: ['instances:write'],
};

const OF_PHONE = /^phone:(\d{1,15})$/;
const OF_INSTANCE = /^instance:([^:]{1,64}):(status|events)$/;

/** Reads a channel's name. Throws invalid_parameters with what it may be. */
export function parseChannel(name: unknown): Channel {
	if (name === ALL_EVENTS) return { name, kind: 'events', instanceId: null };
	if (name === DELIVERIES) return { name, kind: 'deliveries' };
	const number = typeof name === 'string' ? OF_PHONE.exec(name)?.[1] : undefined;
	if (number !== undefined) return { name: phoneChannel(number), kind: 'phone', number };
	const [found, instanceId, kind] = typeof name === 'string' ? (OF_INSTANCE.exec(name) ?? []) : [];
	if (found === undefined || instanceId === undefined) {
		throw new GatewayError(
			'invalid_parameters',
			'"channel" must be of the form instance:<instanceId>:status or instance:<instanceId>:events, or phone:<number> on the simulated network, or be events or deliveries.',
		);
	}
	return { name: found, kind: kind === 'events' ? 'events' : 'status', instanceId };
}
