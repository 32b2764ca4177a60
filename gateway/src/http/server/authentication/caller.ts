import type { FastifyRequest } from 'fastify';
import type { KeyCaller } from '../../../access/keys/authenticate.ts';
import { notSignedIn, requireConfirmation, type UserCaller } from '../../../access/users/session.ts';

/** The sender of a request. */
export type Caller = KeyCaller | UserCaller;

declare module 'fastify' {
	interface FastifyRequest {
		/** The sender of the request, or the error for a request without a valid one. */
		identity: { caller: Caller } | { refusal: unknown };
	}
}

/** The caller of a route that is not public. */
export function callerOf(request: FastifyRequest): Caller {
	if ('refusal' in request.identity) throw request.identity.refusal;
	return request.identity.caller;
}

/** The caller of a route that is not public, as the audit log names it. */
export function actorOf(request: FastifyRequest): string {
	return callerOf(request).actor;
}

/** The caller of a route that is for people. */
export function personAt(request: FastifyRequest): UserCaller {
	const caller = callerOf(request);
	if (caller.kind === 'user') return caller;
	throw notSignedIn();
}

/** Throws confirmation_required where the caller is a person who has not proved again who they are; keys pass. */
export function requireConfirmedPerson(request: FastifyRequest, now: number): void {
	const caller = callerOf(request);
	if (caller.kind === 'user') requireConfirmation(caller, now);
}
