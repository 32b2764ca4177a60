import { signal } from '@preact/signals';
import { STORAGE_PREFIX } from '../gateway-url.ts';
import type { CurrentSession, Role, SessionStart } from '../types.ts';

export type AuthState =
	| { state: 'unknown' }
	/** `reason` is the code of the error that said so, or `signed_out`. */
	| { state: 'signed out'; reason: string }
	| { state: 'signed in'; session: CurrentSession };

export const auth = signal<AuthState>({ state: 'unknown' });

/** Whether the gateway requires a second factor that the user has not set up yet; until then only the account opens. */
export const secondFactorMissing = signal(false);

/**
 * Storage belongs to one origin, port included. A program on another port of this host gets the session's cookie from
 * the browser, but not this token, without which the gateway refuses the cookie.
 */
export const TOKEN_STORED_AS = `${STORAGE_PREFIX}csrfToken`;
const NAME_STORED_AS = `${STORAGE_PREFIX}userName`;

/**
 * Returns the token that every request of the session has to carry; null: this browser has no session. The storage is
 * read each time, because another tab may have begun a session meanwhile.
 */
export function csrfToken(): string | null {
	return localStorage.getItem(TOKEN_STORED_AS);
}

/** Returns the name of the user who signed in last in this browser; empty: none did. */
export function lastUserName(): string {
	return localStorage.getItem(NAME_STORED_AS) ?? '';
}

export function sessionStarted({ csrfToken: token, ...session }: SessionStart): void {
	localStorage.setItem(TOKEN_STORED_AS, token);
	localStorage.setItem(NAME_STORED_AS, session.user.name);
	secondFactorMissing.value = false;
	auth.value = { state: 'signed in', session };
}

let renewal: Promise<void> = Promise.resolve();

/** Stores the token that a request returns in place of the present one. Throws what the request throws. */
export function renewToken(request: Promise<{ csrfToken: string }>): Promise<void> {
	const renewed = request.then(({ csrfToken: token }) => {
		localStorage.setItem(TOKEN_STORED_AS, token);
	});
	renewal = renewed.catch(() => undefined);
	return renewed;
}

/** Milliseconds in which another tab stores the token that the gateway has sent to it. */
const OTHER_TAB = 2000;

/**
 * Returns the token that replaces `refused`: of a confirmation under way, here or in another tab, or of a new session.
 * Null: there is none.
 */
export async function tokenInPlaceOf(refused: string | null): Promise<string | null> {
	await renewal;
	if (csrfToken() === refused) {
		await new Promise<void>((resolve) => {
			window.setTimeout(resolve, OTHER_TAB);
			window.addEventListener('storage', () => {
				resolve();
			});
		});
	}
	const stored = csrfToken();
	return stored === refused ? null : stored;
}

export function sessionLoaded(session: CurrentSession): void {
	auth.value = { state: 'signed in', session };
}

/** `signed_out` means that the user signed out; a reason given by the gateway does not replace it. */
export function sessionEnded(reason: string): void {
	localStorage.removeItem(TOKEN_STORED_AS);
	if (auth.value.state === 'signed out' && reason !== 'signed_out') return;
	auth.value = { state: 'signed out', reason };
}

/** Returns the role of the user who is signed in; null: nobody is. */
function role(): Role | null {
	return auth.value.state === 'signed in' ? auth.value.session.user.role : null;
}

/** Whether the user may send messages and change instances and webhooks. A viewer may only read. */
export function mayWrite(): boolean {
	return role() === 'owner' || role() === 'operator';
}

/** Whether the user may manage keys and users and read the audit log. */
export function isOwner(): boolean {
	return role() === 'owner';
}
