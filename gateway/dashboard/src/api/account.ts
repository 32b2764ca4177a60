import { toApiError } from './api-error.ts';
import { request, requestData } from './request.ts';
import { sessionEnded, sessionStarted } from './session.ts';
import type { SessionInfo } from './types.ts';

/** Loads the owner's session, if there is one. Throws ApiError if the gateway cannot tell. */
export async function loadSession(): Promise<void> {
	try {
		sessionStarted(await requestData<SessionInfo>('GET', '/admin/v1/session'));
	} catch (reason) {
		const error = toApiError(reason);
		// `request` has recorded that nobody is signed in.
		if (error.status !== 401) throw error;
	}
}

export async function signIn(password: string): Promise<void> {
	sessionStarted(await requestData<SessionInfo>('POST', '/admin/v1/session', { body: { password } }));
}

export async function setUp(token: string, password: string): Promise<void> {
	sessionStarted(await requestData<SessionInfo>('POST', '/admin/v1/setup', { body: { token, password } }));
}

export async function signOut(): Promise<void> {
	await request('DELETE', '/admin/v1/session');
	sessionEnded('signed_out');
}
