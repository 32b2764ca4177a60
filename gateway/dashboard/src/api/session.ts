import { signal } from '@preact/signals';
import type { SessionInfo } from './types.ts';

/** Who looks at the page: not known yet, nobody, or the owner. */
export type AuthState =
	| { state: 'unknown' }
	/** `reason` is the code of the answer that said so, such as owner_not_set. */
	| { state: 'signed out'; reason: string }
	| { state: 'signed in'; session: SessionInfo };

export const auth = signal<AuthState>({ state: 'unknown' });

/** What a write has to carry; null while nobody is signed in. */
export function csrfToken(): string | null {
	const { value } = auth;
	return value.state === 'signed in' ? value.session.csrfToken : null;
}

export function sessionStarted(session: SessionInfo): void {
	auth.value = { state: 'signed in', session };
}

/** `signed_out` is what the visitor did; any other reason is what the gateway said, and does not replace that. */
export function sessionEnded(reason: string): void {
	if (auth.value.state === 'signed out' && reason !== 'signed_out') return;
	auth.value = { state: 'signed out', reason };
}
