import type { FastifyInstance, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import type { Clock } from '../../../domain/clock.ts';
import { GatewayError, type ErrorCode } from '../../../domain/error.ts';
import { hasScope } from '../../../domain/access/scope.ts';
import { verifySecondFactor } from '../../../access/users/second-factor.ts';
import { notSignedIn, requireConfirmation } from '../../../access/users/session.ts';
import { ownerNotSet } from '../../../access/users/sign-in.ts';
import { anyPasswordExists } from '../../../store/access/users.ts';
import type { Db } from '../../../store/schema.ts';
import { isLoopback } from '../../../lib/guarded-http/address.ts';
import type { Store } from '../../../store/store.ts';
import { isForPeople, type Access } from './access.ts';
import type { Caller } from './caller.ts';
import { verifyCsrf } from './csrf.ts';

interface AuthorisationOptions {
	store: Pick<Store, 'read'>;
	clock: Clock;
	publicUrl: string | null;
	/** People need a second factor. */
	requireSecondFactor: boolean;
	/** Whether local requests need no key on routes with `allowLoopback`. */
	exemptLoopback: boolean;
}

/**
 * Refuses a request whose caller `identification` did not find, or who lacks the route's access, and one that another
 * site made the browser send.
 */
export const authorisation = plugin(
	(
		app: FastifyInstance,
		{ store, clock, publicUrl, requireSecondFactor, exemptLoopback }: AuthorisationOptions,
	) => {
		app.addHook('onRequest', (request, _reply, done) => {
			const {
				access = 'any key',
				allowLoopback = false,
				confirmed = false,
				withoutSecondFactor = false,
			} = request.routeOptions.config;
			const isOpen = access === 'public' || (exemptLoopback && allowLoopback && isKeylessLoopback(request));
			if (request.is404 || isOpen) {
				done();
				return;
			}
			const { identity } = request;
			if ('caller' in identity) {
				const { caller } = identity;
				if (caller.kind === 'user') {
					verifyCsrf(request, caller, publicUrl);
				}
				requireAccess(caller, access);
				if (confirmed && caller.kind === 'user') requireConfirmation(caller, clock.now());
				if (caller.kind === 'key' || !requireSecondFactor || withoutSecondFactor) done();
				else
					verifySecondFactor(store.read, caller).then(() => {
						done();
					}, done);
			} else if (isForPeople(access)) {
				refusalOfPerson(store.read, request, identity.refusal).then(done, done);
			} else {
				throw identity.refusal;
			}
		});
		return Promise.resolve();
	},
);

/** Throws insufficient_permissions where a key or a role does not have the access. */
function requireAccess(caller: Caller, access: Exclude<Access, 'public'>): void {
	if (access === 'any key') return;
	if (isForPeople(access)) {
		requirePerson(caller, access);
		return;
	}
	if (hasScope(caller.scopes, access)) return;
	throw new GatewayError(
		'insufficient_permissions',
		caller.kind === 'key'
			? `This API key lacks the scope ${access}. Use a key that has it.`
			: `As a ${caller.user.role} you may not do this. An owner can give you another role, on the page, under Users.`,
	);
}

function requirePerson(caller: Caller, access: 'signed in' | 'owner'): void {
	if (caller.kind === 'key') {
		throw new GatewayError(
			'insufficient_permissions',
			'No API key may do this, only a person. Sign in on the page of the gateway.',
		);
	}
	if (access === 'signed in' || caller.user.role === 'owner') return;
	throw new GatewayError(
		'insufficient_permissions',
		`Only an owner may do this, and you are ${caller.user.role}. An owner can give you another role, on the page, under Users.`,
	);
}

/** The error at a route for people: without key and session, it asks to sign in, or to set a password first. */
async function refusalOfPerson(db: Db, request: FastifyRequest, refusal: unknown): Promise<Error> {
	if (!(refusal instanceof GatewayError))
		return refusal instanceof Error ? refusal : new Error(String(refusal));
	if (request.headers.authorization !== undefined || !UNIDENTIFIED.includes(refusal.code)) return refusal;
	return (await anyPasswordExists(db)) ? notSignedIn() : ownerNotSet();
}

const UNIDENTIFIED: readonly ErrorCode[] = ['missing_api_key', 'not_signed_in'];

/**
 * Whether a program on this machine sends a request without a key to a loopback host name. The headers or the host name
 * of a request show whether a proxy on this machine forwards it, or a page in a browser sends it.
 */
function isKeylessLoopback({ headers, hostname, socket, ip }: FastifyRequest): boolean {
	if (headers.authorization !== undefined || headers.origin !== undefined) return false;
	if (headers.forwarded !== undefined || headers['x-forwarded-for'] !== undefined) return false;
	return [socket.remoteAddress ?? '', ip, hostname.replace(/^\[|\]$/g, '')].every(isLoopback);
}
