import { sql } from 'kysely';
import { engineOf } from '../engine/engine.ts';
import type { Db, EncryptionKeyTable } from '../schema.ts';

/** Lists the sealed forms of the data key, oldest first. */
export function listEncryptionKeys(db: Db): Promise<EncryptionKeyTable[]> {
	return db.selectFrom('encryption_keys').selectAll().orderBy('created_at').orderBy('id').execute();
}

/**
 * Locks the keys until the end of the transaction: other gateways that read them wait. On SQLite, where one transaction
 * writes at a time, there is nothing to lock.
 */
export async function lockEncryptionKeys(db: Db): Promise<void> {
	if (engineOf(db) === 'postgres') await sql`lock table encryption_keys in exclusive mode`.execute(db);
}

/** Adds the data key under one key; does nothing where it is there already. */
export async function addEncryptionKey(db: Db, row: EncryptionKeyTable): Promise<void> {
	await db
		.insertInto('encryption_keys')
		.values(row)
		.onConflict((conflict) => conflict.column('id').doNothing())
		.execute();
}

/** Deletes the data key under all keys but one; returns how many there were. */
export async function deleteOtherEncryptionKeys(db: Db, kept: string): Promise<number> {
	const rows = await db.deleteFrom('encryption_keys').where('id', '!=', kept).returning('id').execute();
	return rows.length;
}

/** Deletes all sealed forms of the data key. */
export async function deleteEncryptionKeys(db: Db): Promise<void> {
	await db.deleteFrom('encryption_keys').execute();
}
