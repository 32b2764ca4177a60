import { signal } from '@preact/signals';
import type { SessionInfo } from './types.ts';

export type AuthState =
	| { state: 'unknown' }
	/** `reason` is the code of the error that said so, such as owner_not_set. */
	| { state: 'signed out'; reason: string }
	| { state: 'signed in'; session: SessionInfo };

export const auth = signal<AuthState>({ state: 'unknown' });

/** The token every write has to carry; null while nobody is signed in. */
export function csrfToken(): string | null {
	const { value } = auth;
	return value.state === 'signed in' ? value.session.csrfToken : null;
}

export function sessionStarted(session: SessionInfo): void {
	auth.value = { state: 'signed in', session };
}

/** `signed_out` means that the owner signed out; a reason given by the gateway does not replace it. */
export function sessionEnded(reason: string): void {
	if (auth.value.state === 'signed out' && reason !== 'signed_out') return;
	auth.value = { state: 'signed out', reason };
}
