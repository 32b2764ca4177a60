import type {
	AuthenticationResponseJSON,
	AuthenticatorTransport,
	PublicKeyCredentialCreationOptionsJSON,
	PublicKeyCredentialRequestOptionsJSON,
	RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { GatewayError } from '../../domain/error.ts';
import { recordAudit } from '../../store/access/audit-log.ts';
import {
	deletePasskey,
	findPasskey,
	insertPasskey,
	listPasskeys,
	touchPasskey,
} from '../../store/access/passkeys.ts';
import { findUser } from '../../store/access/users.ts';
import type { CommitScope } from '../../store/commit/scope.ts';
import type { PasskeyRow, UserRow } from '../../store/schema.ts';
import { endOtherSessions, recordFactorRemoved, type AccountDeps } from './account.ts';
import { beginSession, type SignedIn, type SignInRequest } from './begin-session.ts';
import { recordConfirmation, type ConfirmedSession } from './confirm-session.ts';
import { isChallenge, makeChallenge, useChallenge, type ChallengeFor } from './passkey-challenge.ts';
import { firstRecoveryCodes } from './recovery-codes.ts';
import type { ClientInfo, UserCaller } from './session.ts';
import { recordFailure, type SignInDeps } from './sign-in.ts';

/** The page that asks for a passkey, as the browser knows it. */
export interface RelyingParty {
	/** The host name, to which passkeys belong. */
	id: string;
	origin: string;
}

const NAME = 'Messaging Gateway';
/** Loaded when somebody uses a passkey, because it is large. */
const loadWebAuthn = () => import('@simplewebauthn/server');

/** Returns the WebAuthn options by which the browser creates a passkey for a person. */
export async function passkeyCreationOptions(
	{ store, sealer }: AccountDeps,
	{ user }: UserCaller,
	{ relyingParty, now }: { relyingParty: RelyingParty; now: number },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
	const { generateRegistrationOptions } = await loadWebAuthn();
	const passkeys = await listPasskeys(store.read, user.id);
	return generateRegistrationOptions({
		rpName: NAME,
		rpID: relyingParty.id,
		userID: new Uint8Array(Buffer.from(user.id)),
		userName: user.name,
		challenge: makeChallenge(sealer, { purpose: 'register', userId: user.id }, now),
		attestationType: 'none',
		excludeCredentials: passkeys.map(descriptorOf),
		authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
	});
}

/** Stores a passkey that the browser made. Returns recovery codes where there were none. Throws invalid_passkey. */
export async function addPasskey(
	deps: AccountDeps,
	{ name, response }: { name: string; response: RegistrationResponseJSON },
	{ actor, id: sessionId }: UserCaller,
	{ relyingParty, now }: { relyingParty: RelyingParty; now: number },
): Promise<{ passkey: PasskeyRow; recoveryCodes: string[] | null }> {
	const { verifyRegistrationResponse } = await loadWebAuthn();
	let challenge = '';
	const result = await verifyRegistrationResponse({
		response,
		expectedChallenge: (returned) => {
			challenge = returned;
			return isChallenge(deps.sealer, returned, { purpose: 'register', userId: actor }, now);
		},
		expectedOrigin: relyingParty.origin,
		expectedRPID: relyingParty.id,
		requireUserVerification: true,
	}).catch(invalidPasskey);
	if (!result.verified) return invalidPasskey();
	const { credential } = result.registrationInfo;
	const passkey: PasskeyRow = {
		id: deps.newId('pk'),
		user_id: actor,
		name,
		credential_id: credential.id,
		public_key: Buffer.from(credential.publicKey).toString('base64url'),
		counter: credential.counter,
		transports: JSON.stringify(credential.transports ?? []),
		created_at: now,
		last_used_at: null,
	};
	return deps.store.commit(async (scope) => {
		const { db } = scope;
		const isNew = (await findPasskey(db, credential.id)) === undefined;
		if (!isNew || !(await useChallenge(db, challenge, now))) invalidPasskey();
		await insertPasskey(db, passkey);
		const entry = { action: 'passkey.added' as const, target: passkey.id, details: { name } };
		await recordAudit(db, deps.newId, { actor, at: now }, entry);
		await endOtherSessions(scope, actor, sessionId);
		return { passkey, recoveryCodes: await firstRecoveryCodes(db, deps.entropy, actor) };
	});
}

/** Removes a passkey of the caller. Throws passkey_not_found. */
export async function removePasskey(
	{ store, newId }: AccountDeps,
	passkeyId: string,
	caller: UserCaller,
	now: number,
): Promise<void> {
	await store.commit(async (scope) => {
		if (!(await deletePasskey(scope.db, caller.actor, passkeyId))) {
			throw new GatewayError('passkey_not_found', 'You have no passkey with this id.');
		}
		await recordFactorRemoved(scope, newId, { caller, now, action: 'passkey.removed' });
	});
}

/** Returns the WebAuthn options by which the browser signs in, or confirms a session, with a passkey. */
export async function passkeyRequestOptions(
	{ store, sealer }: Pick<SignInDeps, 'store' | 'sealer'>,
	caller: UserCaller | null,
	{ relyingParty, now }: { relyingParty: RelyingParty; now: number },
): Promise<PublicKeyCredentialRequestOptionsJSON> {
	const { generateAuthenticationOptions } = await loadWebAuthn();
	const own = caller === null ? [] : await listPasskeys(store.read, caller.actor);
	return generateAuthenticationOptions({
		rpID: relyingParty.id,
		challenge: makeChallenge(sealer, challengeFor(caller), now),
		allowCredentials: own.map(descriptorOf),
		userVerification: 'required',
	});
}

/**
 * Begins a session by a passkey, which is two factors in one: the device, and its PIN or biometric. Throws
 * invalid_passkey.
 */
export function signInByPasskey(
	deps: SignInDeps,
	response: AuthenticationResponseJSON,
	request: SignInRequest,
	relyingParty: RelyingParty,
): Promise<SignedIn> {
	const wanted = { challenge: challengeFor(null), relyingParty, now: request.now };
	return verifySignature(deps, response, wanted, (scope, user) =>
		beginSession(deps, scope, { user, method: 'passkey' }, request),
	).catch((error: unknown) => recordFailure(deps, { target: 'unknown', method: 'passkey' }, request, error));
}

/** Confirms a session by a passkey of its person. Throws invalid_passkey. */
export function confirmByPasskey(
	deps: SignInDeps,
	response: AuthenticationResponseJSON,
	caller: UserCaller,
	{ relyingParty, now, client }: { relyingParty: RelyingParty; now: number; client: ClientInfo },
): Promise<ConfirmedSession> {
	const wanted = { challenge: challengeFor(caller), relyingParty, now };
	return verifySignature(deps, response, wanted, (scope, user) =>
		user.id === caller.actor ? recordConfirmation(scope, deps, caller, now) : invalidPasskey(),
	).catch((error: unknown) =>
		recordFailure(deps, { target: caller.actor, method: 'passkey' }, { client, now }, error),
	);
}

function challengeFor(caller: UserCaller | null): ChallengeFor {
	return caller === null
		? { purpose: 'sign-in', userId: null }
		: { purpose: 'confirm', userId: caller.actor };
}

/** Verifies a signature, and runs `then` in the transaction that uses up its challenge. */
async function verifySignature<T>(
	{ store, sealer }: Pick<SignInDeps, 'store' | 'sealer'>,
	response: AuthenticationResponseJSON,
	wanted: { challenge: ChallengeFor; relyingParty: RelyingParty; now: number },
	then: (scope: CommitScope, user: UserRow) => Promise<T>,
): Promise<T> {
	const { verifyAuthenticationResponse } = await loadWebAuthn();
	const passkey = await findPasskey(store.read, response.id);
	if (passkey === undefined) return invalidPasskey();
	let challenge = '';
	const { verified, authenticationInfo } = await verifyAuthenticationResponse({
		response,
		expectedChallenge: (returned) => {
			challenge = returned;
			return isChallenge(sealer, returned, wanted.challenge, wanted.now);
		},
		expectedOrigin: wanted.relyingParty.origin,
		expectedRPID: wanted.relyingParty.id,
		credential: {
			id: passkey.credential_id,
			publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
			counter: passkey.counter,
			transports: transportsOf(passkey),
		},
		requireUserVerification: true,
	}).catch(invalidPasskey);
	if (!verified) return invalidPasskey();
	return store.commit(async (scope) => {
		const current = await findPasskey(scope.db, passkey.credential_id);
		const user = current === undefined ? undefined : await findUser(scope.db, current.user_id);
		if (user === undefined || !(await useChallenge(scope.db, challenge, wanted.now))) return invalidPasskey();
		await touchPasskey(scope.db, passkey.id, authenticationInfo.newCounter, wanted.now);
		return then(scope, user);
	});
}

function descriptorOf(passkey: PasskeyRow) {
	return { id: passkey.credential_id, transports: transportsOf(passkey) };
}

function transportsOf({ transports }: PasskeyRow): AuthenticatorTransport[] {
	return JSON.parse(transports) as AuthenticatorTransport[];
}

/** The message does not name the wrong part: browsers do not send such requests. */
function invalidPasskey(): never {
	throw new GatewayError(
		'invalid_passkey',
		'This passkey could not be verified. Try again; a passkey works only at the address of the page it was made for.',
	);
}
