import type { ActorName } from '../../domain/access/user.ts';
import { rowsStatement, writeRowsReturning } from '../engine/write-rows.ts';
import type { Db } from '../schema.ts';

/** The primary key of a stored response. */
export interface ResponseKey {
	actor: ActorName;
	key: string;
}

/** Finds responses to requests with an Idempotency-Key that were stored before a time. */
export function findOldResponses(db: Db, before: number, limit: number): Promise<ResponseKey[]> {
	return db
		.selectFrom('idempotency_keys')
		.select(['actor', 'key'])
		.where('created_at', '<', before)
		.orderBy('created_at')
		.limit(limit)
		.execute();
}

/** Deletes responses, except where the key has been used again since; returns how many. */
export async function deleteResponses(db: Db, keys: readonly ResponseKey[], before: number): Promise<number> {
	const rows = keys.map((key) => ({ ...key, before }));
	return (await writeRowsReturning(db, DELETE_RESPONSES, rows)).length;
}

const DELETE_RESPONSES = rowsStatement(
	{ actor: 'text', key: 'text', before: 'bigint' },
	{
		before: 'with old (actor, key, before) as (',
		after: `) delete from idempotency_keys using old
			where idempotency_keys.actor = old.actor and idempotency_keys.key = old.key and created_at < old.before
			returning idempotency_keys.key`,
		singleRow: `delete from idempotency_keys where actor = ?1 and key = ?2 and created_at < ?3 returning key`,
	},
);
