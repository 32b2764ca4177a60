import { findApiKeyByHash } from '../store/api-keys.ts';
import type { ApiKeyRow, Db } from '../store/schema.ts';

/** Finds a key by the hash of its value; undefined: there is none. */
export type FindKey = (hash: string) => Promise<ApiKeyRow | undefined>;

/**
 * Looks keys up so that requests with the same key that come in during one turn of the event loop share one look.
 * No answer is kept any longer: a key that is revoked ends at once.
 */
export function createKeyLookup(db: Db): FindKey {
	const underWay = new Map<string, Promise<ApiKeyRow | undefined>>();
	return (hash) => {
		const begun = underWay.get(hash);
		if (begun !== undefined) return begun;
		const look = findApiKeyByHash(db, hash);
		underWay.set(hash, look);
		setImmediate(() => underWay.delete(hash));
		return look;
	};
}
