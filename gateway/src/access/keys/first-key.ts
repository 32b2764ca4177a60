import type { NewId } from '../../domain/ids.ts';
import { anyApiKeyExists, insertApiKey } from '../../store/access/api-keys.ts';
import type { Store } from '../../store/store.ts';
import type { RandomBytes } from '../../runtime/system.ts';
import { apiKeyRow, makeApiKey } from './api-key.ts';

export interface FirstKeyDeps {
	newId: NewId;
	entropy: RandomBytes;
	now: number;
	/** Shows the created key, which the gateway does not store. */
	show: (key: string) => void;
}

/**
 * Stores the operator's key at the first start, or creates and shows one where the operator set none. A key is shown
 * before it is stored: where the process ends in between, or the key cannot be shown, the next start shows another.
 */
export async function ensureFirstKey(
	store: Store,
	{ newId, entropy, now, show }: FirstKeyDeps,
	operatorKey: string | null,
): Promise<void> {
	if (await anyApiKeyExists(store.read)) return;
	const value = operatorKey ?? makeApiKey(entropy);
	if (operatorKey === null) show(value);
	await store.commit(async ({ db }) => {
		const unlimited = { scopes: null, allowedIps: null, instanceIds: null, expiresAt: null };
		await insertApiKey(db, apiKeyRow(newId, { name: 'First key', value, ...unlimited }, now));
	});
}
