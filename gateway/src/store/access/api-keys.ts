import type { KeyId } from '../../domain/ids.ts';
import type { ApiKeyRow, Db } from '../schema.ts';

/** Stores a new key. */
export async function insertApiKey(db: Db, key: ApiKeyRow): Promise<void> {
	await db.insertInto('api_keys').values(key).execute();
}

/** Whether the database has a key, valid or not; the first start creates one. */
export async function anyApiKeyExists(db: Db): Promise<boolean> {
	const row = await db.selectFrom('api_keys').select('id').limit(1).executeTakeFirst();
	return row !== undefined;
}

/** Finds a key, valid or not, by the hash of its secret. */
export function findApiKeyByHash(db: Db, hash: string): Promise<ApiKeyRow | undefined> {
	return db.selectFrom('api_keys').selectAll().where('hash', '=', hash).executeTakeFirst();
}

/** Finds a key, valid or not, by its id. */
export function findApiKey(db: Db, id: KeyId): Promise<ApiKeyRow | undefined> {
	return db.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Lists all keys, newest first. */
export function listApiKeys(db: Db): Promise<ApiKeyRow[]> {
	return db.selectFrom('api_keys').selectAll().orderBy('id', 'desc').execute();
}

/** Revokes a key. Returns false where there is no such key, or it is revoked already. */
export async function revokeApiKey(db: Db, id: string, at: number): Promise<boolean> {
	const result = await db
		.updateTable('api_keys')
		.set({ revoked_at: at })
		.where('id', '=', id as KeyId)
		.where('revoked_at', 'is', null)
		.executeTakeFirst();
	return result.numUpdatedRows > 0n;
}

/** Stores when a key was used last. */
export async function touchApiKey(db: Db, id: KeyId, at: number): Promise<void> {
	await db.updateTable('api_keys').set({ last_used_at: at }).where('id', '=', id).execute();
}
