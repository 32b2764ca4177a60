import { STORAGE_PREFIX } from '../../api/gateway-url.ts';

/**
 * Half-written texts. The storage of the tab keeps them: they outlast a reload and the end of a session, but are
 * neither left on the machine when the tab is closed, nor seen by other tabs.
 */
const ROOT = `${STORAGE_PREFIX}draft `;

export function readDraft(key: string): string {
	return sessionStorage.getItem(ROOT + key) ?? '';
}

export function keepDraft(key: string, text: string): void {
	if (text === '') sessionStorage.removeItem(ROOT + key);
	else sessionStorage.setItem(ROOT + key, text);
}

export function forgetDrafts(): void {
	for (const key of Object.keys(sessionStorage)) {
		if (key.startsWith(ROOT)) sessionStorage.removeItem(key);
	}
}
