import type { KeyId } from '../domain/ids.ts';
import type { Db, IdempotencyKeyTable } from './schema.ts';

/** The answer stored under a client's key, unless it was stored before `since`. */
export function findIdempotencyKey(
	db: Db,
	named: { keyId: KeyId; key: string; since: number },
): Promise<IdempotencyKeyTable | undefined> {
	return db
		.selectFrom('idempotency_keys')
		.selectAll()
		.where('api_key_id', '=', named.keyId)
		.where('key', '=', named.key)
		.where('created_at', '>=', named.since)
		.executeTakeFirst();
}

/** Stores an answer, in place of one stored under the same key before `since`. Others that old are swept. */
export async function insertIdempotencyKey(db: Db, row: IdempotencyKeyTable, since: number): Promise<void> {
	await db
		.deleteFrom('idempotency_keys')
		.where('api_key_id', '=', row.api_key_id)
		.where('key', '=', row.key)
		.where('created_at', '<', since)
		.execute();
	await db.insertInto('idempotency_keys').values(row).execute();
}
