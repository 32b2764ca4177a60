import { GatewayError } from '../../domain/error.ts';
import type { NewId } from '../../domain/ids.ts';
import type { Sealer } from '../../lib/crypto/sealer.ts';
import { recordAudit } from '../../store/access/audit-log.ts';
import { findUser, findUserByName, listUsers } from '../../store/access/users.ts';
import type { Db, UserRow } from '../../store/schema.ts';
import type { Store } from '../../store/store.ts';
import type { RandomBytes } from '../../runtime/system.ts';
import { beginSession, type SignedIn, type SignInRequest } from './begin-session.ts';
import type { Passwords } from './password.ts';
import { requireSecondFactor, type GivenFactor, type LimitCodes } from './second-factor.ts';

export interface SignInDeps {
	store: Store;
	newId: NewId;
	entropy: RandomBytes;
	passwords: Passwords;
	sealer: Sealer;
}

/** The credentials of a sign-in. */
export interface Credentials extends GivenFactor {
	/** Absent: the only person, where there is one. */
	name?: string;
	password: string;
}

/**
 * Begins a session with a password, and a second factor where the person has one. Throws owner_not_set,
 * invalid_password, second_factor_required, invalid_code; writes the failure to the audit log.
 */
export async function signIn(
	deps: SignInDeps,
	credentials: Credentials,
	request: SignInRequest,
	limitCodes: LimitCodes,
): Promise<SignedIn> {
	const { store, passwords } = deps;
	const user = await personNamed(store.read, credentials.name);
	const hash = user?.password_hash ?? null;
	const isRight = await passwords.verify(credentials.password, hash ?? passwords.nobodysHash);
	if (user === undefined || hash === null || !isRight) {
		return recordFailure(
			deps,
			{ target: user?.id ?? 'unknown', method: 'password' },
			request,
			invalidPassword(),
		);
	}
	const begin = (): Promise<SignedIn> =>
		store.commit(async (scope) => {
			// The password may have been changed while it was verified.
			const current = await findUser(scope.db, user.id);
			if (current?.password_hash !== hash) throw invalidPassword();
			await requireSecondFactor(scope, deps, { user: current, given: credentials, now: request.now });
			return beginSession(deps, scope, { user: current, method: 'password' }, request);
		});
	if (credentials.code === undefined && credentials.recoveryCode === undefined) return begin();
	return limitCodes(user.id, begin).catch((error: unknown) =>
		recordFailure(deps, { target: user.id, method: 'second factor' }, request, error),
	);
}

/** The person with a name, or the only one. Throws owner_not_set where nobody can sign in yet. */
async function personNamed(db: Db, name: string | undefined): Promise<UserRow | undefined> {
	if (name !== undefined) {
		const user = await findUserByName(db, name);
		if (user !== undefined) return user;
	}
	const users = await listUsers(db);
	if (!users.some((user) => user.password_hash !== null)) throw ownerNotSet();
	return name === undefined && users.length === 1 ? users[0] : undefined;
}

/** A failed proof of identity. */
export interface FailedProof {
	/** The person, or `unknown`: the name that was entered is not recorded, because people enter passwords there. */
	target: string;
	method: 'password' | 'second factor' | 'passkey';
}

/** Writes a failure to the audit log, and throws its error. */
export async function recordFailure(
	{ store, newId }: Pick<SignInDeps, 'store' | 'newId'>,
	{ target, method }: FailedProof,
	{ client, now }: Pick<SignInRequest, 'client' | 'now'>,
	error: unknown,
): Promise<never> {
	const details = { address: client.address, method };
	const entry = { action: 'user.sign_in_failed' as const, target, details };
	await store.commit(({ db }) => recordAudit(db, newId, { actor: 'nobody', at: now }, entry));
	throw error;
}

/** The error for a sign-in before anybody has set a password. */
export function ownerNotSet(): GatewayError {
	return new GatewayError(
		'owner_not_set',
		'Nobody has set a password for this gateway yet. Open the link that the gateway printed when it started, or get a new one with: messaging-gateway owner reset',
	);
}

/** The error for a wrong name or password. It does not reveal which of them is wrong. */
export function invalidPassword(): GatewayError {
	return new GatewayError(
		'invalid_password',
		'Name or password is wrong. An owner can make you a new link on the page, under Users; on the machine of the gateway: messaging-gateway owner reset',
	);
}
