import { sql } from 'kysely';
import type { InstanceId } from '../../domain/ids.ts';
import type { Db, InstanceRow } from '../schema.ts';

/** The tables that may have very many rows of an instance besides its messages, with the column that names a row. */
const LARGE_TABLES = { chats: 'id', contacts: 'id', network_sessions: 'key' } as const;

/** Notes that an instance is being deleted. Returns false where that is noted already, or the instance is gone. */
export async function beginDeletion(db: Db, id: InstanceId, at: number): Promise<boolean> {
	const result = await db
		.updateTable('instances')
		.set({ deleting_at: at })
		.where('id', '=', id)
		.where('deleting_at', 'is', null)
		.executeTakeFirst();
	return result.numUpdatedRows > 0n;
}

/** Records that the deletion of an instance makes progress, so that no other gateway continues it. */
export async function touchDeletion(db: Db, id: InstanceId, at: number): Promise<void> {
	await db.updateTable('instances').set({ deleting_at: at }).where('id', '=', id).execute();
}

/** Finds the instances whose deletion made no progress in a period (epoch milliseconds), oldest first. */
export function listAbandonedDeletions(
	db: Db,
	{ from, to }: { from: number; to: number },
): Promise<InstanceRow[]> {
	return db
		.selectFrom('instances')
		.selectAll()
		.where((eb) => eb.or([eb('deleting_at', '<', from), eb('deleting_at', '>', to)]))
		.orderBy('id')
		.execute();
}

/** Deletes some rows of an instance; returns how many. */
export type DeleteSome = (db: Db, instanceId: InstanceId, limit: number) => Promise<number>;

/** Deletes some rows from each table that may have very many of them, besides messages. */
export const DELETE_SOME_ROWS: readonly DeleteSome[] = Object.entries(LARGE_TABLES).map(
	([table, name]) =>
		async (db, instanceId, limit) => {
			const [from, column] = [sql.table(table), sql.ref(name)];
			const { rows } = await sql`delete from ${from} where instance_id = ${instanceId} and ${column} in (
				select ${column} from ${from} where instance_id = ${instanceId} order by ${column} limit ${limit}
			) returning ${column}`.execute(db);
			return rows.length;
		},
);
