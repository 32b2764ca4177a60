import type { Scope } from '../../../domain/access/scope.ts';

/**
 * What a route requires of its caller: a key or a role with a scope, any valid key, a person in a session, an owner in a
 * session, or nothing.
 */
export type Access = Scope | 'any key' | 'signed in' | 'owner' | 'public';

/** Whether a route is for people in a session, and for no key. */
export function isForPeople(access: Access): access is 'signed in' | 'owner' {
	return access === 'signed in' || access === 'owner';
}

declare module 'fastify' {
	interface FastifyContextConfig {
		access?: Access;
		/** Open to people who still have to set up a second factor, where it is required. */
		withoutSecondFactor?: boolean;
		/** A person has to prove again who they are. */
		confirmed?: boolean;
		/** Clients on this machine need no key, unless a proxy may be in front; a key that they send must be valid. */
		allowLoopback?: boolean;
	}
}
