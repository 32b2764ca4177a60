import type { NewId } from '../domain/ids.ts';
import { anyApiKeyExists, insertApiKey } from '../store/access/api-keys.ts';
import type { Store } from '../store/store.ts';
import type { RandomBytes } from '../runtime/system.ts';
import { apiKeyRow, makeApiKey } from './api-key.ts';

/**
 * Stores the operator's key at the first start, or creates one where the operator set none. Returns a key that it
 * created, which is stored nowhere; null: the operator's key or an earlier one is in use.
 */
export async function ensureFirstKey(
	store: Store,
	deps: { newId: NewId; entropy: RandomBytes; now: number },
	operatorKey: string | null,
): Promise<string | null> {
	const value = operatorKey ?? makeApiKey(deps.entropy);
	const stored = await store.commit(async ({ db }) => {
		if (await anyApiKeyExists(db)) return false;
		const unlimited = { scopes: null, allowedIps: null, instanceIds: null, expiresAt: null };
		const key = { name: 'First key', value, ...unlimited };
		await insertApiKey(db, apiKeyRow(deps.newId, key, deps.now));
		return true;
	});
	return stored && operatorKey === null ? value : null;
}
