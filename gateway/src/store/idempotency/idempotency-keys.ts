import type { ActorName } from '../../domain/access/user.ts';
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

/**
 * The responses stored under these keys. The result may contain further rows, with the key of one request and the
 * actor of another.
 */
export function findIdempotencyKeys(
	db: Db,
	requests: readonly { actor: ActorName; key: string }[],
	since: number,
): Promise<IdempotencyKeyTable[]> {
	return db
		.selectFrom('idempotency_keys')
		.selectAll()
		.where('key', 'in', padInList(requests.map(({ key }) => key)))
		.where('actor', 'in', padInList([...new Set(requests.map(({ actor }) => actor))]))
		.where('created_at', '>=', since)
		.execute();
}

/** Inserts responses, in place of those under the same keys from before `since`; retention deletes other old ones. */
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
