import type { ActorName } from '../../domain/owner.ts';
import { padInList } from '../engine/chunk-in-list.ts';
import type { Db, IdempotencyKeyTable } from '../schema.ts';
import { insertInto, writeRows } from '../engine/write-rows.ts';

const INSERT = insertInto('idempotency_keys', {
	actor: 'text',
	key: 'text',
	request_hash: 'text',
	response: 'text',
	created_at: 'bigint',
});

/** The answers stored under clients' keys, by key; of one API key's and another's, both are found. */
export function findIdempotencyKeys(
	db: Db,
	named: readonly { actor: ActorName; key: string }[],
	since: number,
): Promise<IdempotencyKeyTable[]> {
	return db
		.selectFrom('idempotency_keys')
		.selectAll()
		.where('key', 'in', padInList(named.map(({ key }) => key)))
		.where('actor', 'in', padInList([...new Set(named.map(({ actor }) => actor))]))
		.where('created_at', '>=', since)
		.execute();
}

/** Stores answers, in place of those under the same keys from before `since`. Others that old are swept. */
export async function insertIdempotencyKeys(
	db: Db,
	rows: readonly IdempotencyKeyTable[],
	since: number,
): Promise<void> {
	if (rows.length === 0) return;
	await db
		.deleteFrom('idempotency_keys')
		.where('key', 'in', padInList(rows.map(({ key }) => key)))
		.where('actor', 'in', padInList([...new Set(rows.map((row) => row.actor))]))
		.where('created_at', '<', since)
		.execute();
	await writeRows(db, INSERT, rows);
}
