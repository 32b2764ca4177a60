import type { NewId } from '../domain/ids.ts';
import { anyApiKeyExists, insertApiKey } from '../store/access/api-keys.ts';
import type { Store } from '../store/store.ts';
import type { RandomBytes } from '../runtime/system.ts';
import { apiKeyRow, makeApiKey } from './api-key.ts';

/**
 * At the first start, stores the operator's key, or makes one. Gives the key that was made, for the operator to
 * see this once; null when there is nothing to show.
 */
export async function ensureFirstKey(
	store: Store,
	make: { newId: NewId; entropy: RandomBytes; now: number },
	given: string | null,
): Promise<string | null> {
	const value = given ?? makeApiKey(make.entropy);
	const stored = await store.commit(async ({ db }) => {
		if (await anyApiKeyExists(db)) return false;
		const key = { name: 'First key', value, scopes: null, allowedIps: null, expiresAt: null };
		await insertApiKey(db, apiKeyRow(make.newId, key, make.now));
		return true;
	});
	return stored && given === null ? value : null;
}
