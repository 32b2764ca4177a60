import type { IncomingHttpHeaders } from 'node:http';
import { GatewayError } from '../domain/error.ts';
import type { NewId } from '../domain/ids.ts';
import type { Role } from '../domain/user.ts';
import { inRanges, type AddressRange } from '../lib/guarded-http/address.ts';
import { recordAudit } from '../store/access/audit-log.ts';
import { findUserByName, insertUser } from '../store/access/users.ts';
import type { Db, UserRow } from '../store/schema.ts';
import { beginSession, type SignedIn, type SignInRequest } from './begin-session.ts';
import { userRow } from './links.ts';
import { notSignedIn } from './session.ts';
import type { SignInDeps } from './sign-in.ts';

/** A proxy that signs people in, such as one for OpenID Connect, and names them in a header. */
export interface SignInProxy {
	/** In lower case. */
	header: string;
	/** The addresses of the proxy; from others the header counts for nothing. */
	ranges: readonly AddressRange[];
	/** The role of somebody who is new; null: new people are refused until an owner invites them. */
	newUsers: Exclude<Role, 'owner'> | null;
}

const NAME_LIMIT = 64;

/** The name that the proxy gives to the person who sends a request; null: it is not the proxy's, or names nobody. */
export function proxyUserOf(
	proxy: SignInProxy | null,
	request: { headers: IncomingHttpHeaders; socket: { remoteAddress?: string | undefined } },
): string | null {
	if (proxy === null || !inRanges(request.socket.remoteAddress ?? '', proxy.ranges)) return null;
	const value = request.headers[proxy.header];
	const name = typeof value === 'string' ? value.trim() : '';
	return name === '' || name.length > NAME_LIMIT ? null : name;
}

/** Begins a session for the person whom the proxy names. Throws not_signed_in, user_not_found. */
export async function signInByProxy(
	deps: SignInDeps,
	{ proxy, name }: { proxy: SignInProxy | null; name: string | null },
	request: SignInRequest,
): Promise<SignedIn> {
	if (proxy === null || name === null) throw notSignedIn();
	return deps.store.commit(async (scope) => {
		const user =
			(await findUserByName(scope.db, name)) ??
			(await addUser(scope.db, deps.newId, { name, role: proxy.newUsers }, request));
		return beginSession(deps, scope, { user, method: 'proxy' }, request);
	});
}

async function addUser(
	db: Db,
	newId: NewId,
	{ name, role }: { name: string; role: Role | null },
	{ now }: SignInRequest,
): Promise<UserRow> {
	if (role === null) {
		throw new GatewayError(
			'user_not_found',
			`Nobody here is called "${name}". An owner can invite you under that name, on the page, under Users.`,
		);
	}
	const user = userRow(newId, { name, role }, now);
	await insertUser(db, user);
	const entry = { action: 'user.invited' as const, target: user.id, details: { name, role, by: 'proxy' } };
	await recordAudit(db, newId, { actor: user.id, at: now }, entry);
	return user;
}
