import { DAY } from '../../domain/duration.ts';
import { GatewayError } from '../../domain/error.ts';
import type { NewId, UserId } from '../../domain/ids.ts';
import { nameKeyOf, type Role } from '../../domain/access/user.ts';
import {
	deleteExpiredLinks,
	deleteLinksOf,
	findUserLink,
	insertUserLink,
	takeUserLink,
} from '../../store/access/user-links.ts';
import { deleteSessionsOf } from '../../store/access/user-sessions.ts';
import {
	anyOwnerExists,
	findUser,
	findUserByName,
	insertUser,
	listUsers,
	NO_TOTP,
	updateUser,
} from '../../store/access/users.ts';
import type { CommitScope } from '../../store/commit/scope.ts';
import type { Db, UserRow } from '../../store/schema.ts';
import type { Store } from '../../store/store.ts';
import type { RandomBytes } from '../../runtime/system.ts';
import { beginSession, type SignedIn, type SignInRequest } from './begin-session.ts';
import { requireStrongPassword } from './password-rules.ts';
import { hashToken, makeToken } from './secret-token.ts';
import type { SignInDeps } from './sign-in.ts';

/** Milliseconds for which a link is valid. */
export const LINK_LIFETIME = DAY;
/** Name of the first owner, where the page sends none. */
const FIRST_NAME = 'owner';

export interface LinkDeps {
	entropy: RandomBytes;
	now: number;
}

/**
 * Creates a link that makes the first owner, at every start until there is one. Returns the link's token, which is
 * stored nowhere; null: there is an owner.
 */
export async function ensureFirstOwner(store: Store, deps: LinkDeps): Promise<string | null> {
	return store.commit(async ({ db }) => {
		if (await anyOwnerExists(db)) return null;
		await deleteExpiredLinks(db, deps.now);
		return makeLink(db, null, deps);
	});
}

/** Creates a link by which a person sets a password; null: it makes the first owner. Returns its token. */
export async function makeLink(db: Db, userId: UserId | null, { entropy, now }: LinkDeps): Promise<string> {
	const token = makeToken(entropy);
	await insertUserLink(db, { hash: hashToken(token), user_id: userId, expires_at: now + LINK_LIFETIME });
	return token;
}

/** Returns the link with a token, which follows the # because browsers do not send that part to a server. */
export function linkUrl(url: string, token: string): string {
	return `${url}/#/setup/${token}`;
}

/**
 * Sets the password of the link's person, or makes the first owner; ends the person's sessions and begins a new one.
 * Throws invalid_setup_link, password_too_weak.
 */
export async function acceptLink(
	deps: SignInDeps,
	{ token, password, name }: { token: string; password: string; name?: string },
	request: SignInRequest,
): Promise<SignedIn> {
	const { store, newId, passwords } = deps;
	const hash = hashToken(token);
	// Checked first, because hashing a password is expensive.
	const link = await findUserLink(store.read, hash, request.now);
	if (link === undefined) throw invalidSetupLink();
	const invited = link.user_id === null ? undefined : await findUser(store.read, link.user_id);
	const ownName = name ?? FIRST_NAME;
	await requireStrongPassword(password, invited?.name ?? ownName);
	const passwordHash = await passwords.hash(password);
	return store.commit(async (scope) => {
		const { db, emit } = scope;
		const taken = await takeUserLink(db, hash, request.now);
		if (taken === undefined) throw invalidSetupLink();
		const user =
			taken.user_id === null
				? await addFirstOwner(db, newId, ownName, request.now)
				: await findUser(db, taken.user_id);
		if (user === undefined) throw invalidSetupLink();
		await updateUser(db, user.id, { password_hash: passwordHash });
		await deleteLinksOf(db, taken.user_id);
		emit({ kind: 'sessions_ended', sessionIds: await deleteSessionsOf(db, user.id) });
		const withPassword = { ...user, password_hash: passwordHash };
		const session = { user: withPassword, method: 'link' as const, action: 'user.set_up' as const };
		return beginSession(deps, scope, session, request);
	});
}

/** Throws invalid_setup_link where somebody else was first, and name_taken. */
async function addFirstOwner(db: Db, newId: NewId, name: string, now: number): Promise<UserRow> {
	if (await anyOwnerExists(db)) throw invalidSetupLink();
	await requireFreeName(db, name, null);
	const user = userRow(newId, { name, role: 'owner' }, now);
	await insertUser(db, user);
	return user;
}

/** Returns the row of a person who has no password yet. */
export function userRow(newId: NewId, { name, role }: { name: string; role: Role }, now: number): UserRow {
	return {
		id: newId('usr'),
		name: name.trim(),
		name_key: nameKeyOf(name),
		role,
		password_hash: null,
		...NO_TOTP,
		created_at: now,
		last_sign_in_at: null,
	};
}

/**
 * For the command line: locks the person out and returns the token of a new link for them. Without a name: the first
 * owner, or a link that creates one where there is nobody. Undefined: nobody has this name.
 */
export async function resetByName(
	scope: Pick<CommitScope, 'db' | 'emit'>,
	{ name, renew }: { name: string | undefined; renew: (user: UserRow) => Promise<string> },
	deps: LinkDeps,
): Promise<string | undefined> {
	const user =
		name === undefined
			? (await listUsers(scope.db)).find(({ role }) => role === 'owner')
			: await findUserByName(scope.db, name);
	if (user !== undefined) return renew(user);
	if (name !== undefined) return undefined;
	await deleteLinksOf(scope.db, null);
	return makeLink(scope.db, null, deps);
}

/** Throws name_taken where another person than `own` has the name. */
export async function requireFreeName(db: Db, name: string, own: UserId | null): Promise<void> {
	const other = await findUserByName(db, name);
	if (other === undefined || other.id === own) return;
	throw new GatewayError('name_taken', `Somebody is called "${other.name}" already. Take another name.`);
}

function invalidSetupLink(): GatewayError {
	return new GatewayError(
		'invalid_setup_link',
		'This link was used before, has expired, or is incomplete. Ask an owner for a new one; on the machine of the gateway: messaging-gateway owner reset',
	);
}
