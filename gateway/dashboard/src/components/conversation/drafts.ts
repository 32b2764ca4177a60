import { STORAGE_PREFIX } from '../../api/gateway-url.ts';
import { newIdempotencyKey } from '../../api/idempotency-key.ts';
import { auth } from '../../api/sign-in/session.ts';

/**
 * Half-written texts. The storage of the tab keeps them: they outlast a reload and the end of a session, but are
 * neither left on the machine when the tab is closed, nor seen by other tabs.
 */
const ROOT = `${STORAGE_PREFIX}draft `;
/** The id of the user who wrote them. */
const WRITER = `${STORAGE_PREFIX}writer`;

// A subscription and no effect: a screen reads its draft when it is drawn for the first time.
auth.subscribe(() => {
	const writer = sessionStorage.getItem(WRITER);
	const user = userId();
	// After the end of a session another person may sign in.
	if (writer !== null && user !== null && writer !== user) forgetDrafts();
});

function userId(): string | null {
	return auth.value.state === 'signed in' ? auth.value.session.user.userId : null;
}

export function readDraft(key: string): string {
	return sessionStorage.getItem(ROOT + key) ?? '';
}

export function keepDraft(key: string, text: string): void {
	// Another text is another message.
	sessionStorage.removeItem(attemptOf(key));
	if (text === '') {
		sessionStorage.removeItem(ROOT + key);
		return;
	}
	sessionStorage.setItem(ROOT + key, text);
	sessionStorage.setItem(WRITER, userId() ?? '');
}

/** An attempt to send a draft, without a confirmation so far. */
interface Attempt {
	message: string;
	idempotencyKey: string;
}

/**
 * Returns the idempotency key to send a draft with; `message` is everything that is sent. The key is kept as long as
 * the draft is not changed: the gateway may have the message although its answer was lost, and the page may be loaded
 * again before the next attempt.
 */
export function keyToSend(key: string, ...message: readonly unknown[]): string {
	const written = JSON.stringify(message);
	const before = JSON.parse(sessionStorage.getItem(attemptOf(key)) ?? 'null') as Attempt | null;
	if (before?.message === written) return before.idempotencyKey;
	const attempt: Attempt = { message: written, idempotencyKey: newIdempotencyKey() };
	sessionStorage.setItem(attemptOf(key), JSON.stringify(attempt));
	return attempt.idempotencyKey;
}

function attemptOf(key: string): string {
	return `${ROOT}${key} attempt`;
}

export function forgetDrafts(): void {
	sessionStorage.removeItem(WRITER);
	for (const key of Object.keys(sessionStorage)) {
		if (key.startsWith(ROOT)) sessionStorage.removeItem(key);
	}
}
