import type { IncomingHttpHeaders } from 'node:http';
import { GatewayError } from '../../domain/error.ts';
import type { NewId } from '../../domain/ids.ts';
import { USER_NAME_LIMIT, type Role } from '../../domain/access/user.ts';
import { constantTimeEqual } from '../../lib/crypto/constant-time.ts';
import { inRanges, type AddressRange } from '../../lib/guarded-http/address.ts';
import { recordAudit } from '../../store/access/audit-log.ts';
import { findUserByName, insertUser } from '../../store/access/users.ts';
import type { Db, UserRow } from '../../store/schema.ts';
import { beginSession, type SignedIn, type SignInRequest } from './begin-session.ts';
import { userRow } from './links.ts';
import { secondFactorsOf } from './second-factor.ts';
import { notSignedIn } from './session.ts';
import type { SignInDeps } from './sign-in.ts';

/** A proxy that signs people in, such as one for OpenID Connect, and names them in a header. */
export interface SignInProxy {
	/** In lower case. */
	header: string;
	/** The addresses of the proxy; from others the header counts for nothing. */
	ranges: readonly AddressRange[];
	/** The secret that the proxy sends in SECRET_HEADER; null: its address is enough. */
	secret: string | null;
	/** The role of a new person; null: new people are refused until an owner invites them. */
	newUsers: Exclude<Role, 'owner'> | null;
}

/** The header in which the proxy sends the secret that only it and the gateway know. */
const SECRET_HEADER = 'x-gateway-sign-in-secret';

/** Returns the name of the person by the proxy; null: the request is not of the proxy, or names nobody. */
export function proxyUserOf(
	proxy: SignInProxy | null,
	request: { headers: IncomingHttpHeaders; socket: { remoteAddress?: string | undefined } },
): string | null {
	if (proxy === null || !inRanges(request.socket.remoteAddress ?? '', proxy.ranges)) return null;
	const proof = request.headers[SECRET_HEADER];
	if (proxy.secret !== null && !constantTimeEqual(String(proof ?? ''), proxy.secret)) return null;
	const value = request.headers[proxy.header];
	const name = typeof value === 'string' ? value.trim() : '';
	return name === '' || name.length > USER_NAME_LIMIT ? null : name;
}

/** Begins a session for the person whom the proxy names. Throws not_signed_in, user_not_found. */
export async function signInByProxy(
	deps: SignInDeps,
	{ proxy, name }: { proxy: SignInProxy | null; name: string | null },
	request: SignInRequest,
): Promise<SignedIn> {
	if (proxy === null || name === null) throw notSignedIn();
	return deps.store.commit(async (scope) => {
		const known = await findUserByName(scope.db, name);
		// A user of the proxy must not get the account of a person who signs in here under the same name.
		if (known !== undefined && (await signsInHere(scope.db, known))) throw unknownPerson(name);
		const user = known ?? (await addUser(scope.db, deps.newId, { name, role: proxy.newUsers }, request));
		return beginSession(deps, scope, { user, method: 'proxy' }, request);
	});
}

/** Whether somebody has a password or a second factor here: a person signs in here or at the proxy, not in both. */
async function signsInHere(db: Db, user: UserRow): Promise<boolean> {
	return user.password_hash !== null || (await secondFactorsOf(db, user)).length > 0;
}

function unknownPerson(name: string): GatewayError {
	return new GatewayError(
		'user_not_found',
		`Nobody here is called "${name}" and signs in by the proxy. An owner can invite you under that name, on the page, under Users; do not use the link.`,
	);
}

async function addUser(
	db: Db,
	newId: NewId,
	{ name, role }: { name: string; role: Role | null },
	{ now }: SignInRequest,
): Promise<UserRow> {
	if (role === null) throw unknownPerson(name);
	const user = userRow(newId, { name, role }, now);
	await insertUser(db, user);
	const entry = { action: 'user.invited' as const, target: user.id, details: { name, role, by: 'proxy' } };
	await recordAudit(db, newId, { actor: user.id, at: now }, entry);
	return user;
}
