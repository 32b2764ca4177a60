import { toApiError } from '../api-error.ts';
import { getPasskey } from './passkeys.ts';
import { CONFIRM, request, requestData } from '../request.ts';
import {
	csrfToken,
	renewToken,
	sessionEnded,
	sessionLoaded,
	sessionStarted,
	TOKEN_STORED_AS,
} from './session.ts';
import type { CurrentSession, SessionStart, SignInState } from '../types.ts';

/** The proofs of a sign-in by password; the name is left out where it is empty, which a single user may do. */
export interface SignInProofs {
	name: string;
	password: string;
	code?: string;
	recoveryCode?: string;
}

/** The proofs of a user who is signed in. */
export interface ConfirmProofs {
	password: string;
	code?: string;
	recoveryCode?: string;
}

/** Loads the session of this browser, if there is one. Throws ApiError if the request fails. */
export async function loadSession(): Promise<void> {
	if (csrfToken() === null) {
		sessionEnded('not_signed_in');
		return;
	}
	try {
		sessionLoaded(await requestData<CurrentSession>('GET', '/admin/v1/session'));
	} catch (reason) {
		const error = toApiError(reason);
		// `request` has recorded that nobody is signed in.
		if (csrfToken() !== null) throw error;
	}
}

/** Follows the other tabs of this browser: their sessions begin and end for this one too. */
export function followOtherTabs(): void {
	window.addEventListener('storage', ({ key, newValue }) => {
		if (key !== TOKEN_STORED_AS && key !== null) return;
		if (newValue === null) sessionEnded('not_signed_in');
		else void loadSession().catch(() => undefined);
	});
}

export function getSignInState(signal: AbortSignal) {
	return requestData<SignInState>('GET', '/admin/v1/sign-in', { signal });
}

export async function signIn({ name, ...proofs }: SignInProofs): Promise<void> {
	const body = { ...(name === '' ? {} : { name }), ...proofs };
	sessionStarted(await requestData<SessionStart>('POST', '/admin/v1/session', { body }));
}

export async function signInWithPasskey(): Promise<void> {
	const response = await getPasskey('/admin/v1/session/passkey/options');
	const body = { response };
	sessionStarted(await requestData<SessionStart>('POST', '/admin/v1/session/passkey', { body }));
}

/** Signs in as the user whom a trusted proxy has authenticated. */
export async function signInThroughProxy(): Promise<void> {
	sessionStarted(await requestData<SessionStart>('POST', '/admin/v1/session/proxy', { body: {} }));
}

/** Chooses the password by a one-time link; `name` is that of the first user. */
export async function setUp(body: { token: string; password: string; name?: string }): Promise<void> {
	sessionStarted(await requestData<SessionStart>('POST', '/admin/v1/setup', { body }));
}

export async function signOut(): Promise<void> {
	await request('DELETE', '/admin/v1/session');
	sessionEnded('signed_out');
}

export function confirmByPassword(body: ConfirmProofs): Promise<void> {
	return confirm(body);
}

export async function confirmByPasskey(): Promise<void> {
	const passkey = await getPasskey('/admin/v1/session/confirm/passkey-options');
	await confirm({ passkey });
}

/** Confirms the session, which gets another token. */
function confirm(body: unknown): Promise<void> {
	return renewToken(requestData<{ csrfToken: string }>('POST', CONFIRM, { body }));
}
