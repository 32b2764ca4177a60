import { GatewayError } from '../domain/error.ts';
import type { Scope } from '../domain/scope.ts';

/** What a client of the real-time channel can listen to. The first is the specification's, the others are additions. */
export type Channel = { name: string } & (
	| { kind: 'status'; instanceId: string }
	/** What happens to one instance, or to all. */
	| { kind: 'events'; instanceId: string | null }
	/** Attempts to deliver events to webhooks. */
	| { kind: 'deliveries' }
);

export const ALL_EVENTS = 'events';
export const DELIVERIES = 'deliveries';

/** The channel's name of what happens to an instance. */
export function eventsOf(instanceId: string): string {
	return `instance:${instanceId}:events`;
}

/** What a key has to be allowed to do to listen; events tell of messages and of instances. */
export const SCOPES_NEEDED: Readonly<Record<Channel['kind'], readonly Scope[]>> = {
	status: ['instances:read'],
	events: ['messages:read', 'instances:read'],
	deliveries: ['webhooks:read'],
};

const OF_INSTANCE = /^instance:([^:]{1,64}):(status|events)$/;

/** Reads a channel's name. Throws invalid_parameters with what it may be. */
export function parseChannel(name: unknown): Channel {
	if (name === ALL_EVENTS) return { name, kind: 'events', instanceId: null };
	if (name === DELIVERIES) return { name, kind: 'deliveries' };
	const [found, instanceId, kind] = typeof name === 'string' ? (OF_INSTANCE.exec(name) ?? []) : [];
	if (found === undefined || instanceId === undefined) {
		throw new GatewayError(
			'invalid_parameters',
			'"channel" must be of the form instance:<instanceId>:status or instance:<instanceId>:events, or be events or deliveries.',
		);
	}
	return { name: found, kind: kind === 'events' ? 'events' : 'status', instanceId };
}
