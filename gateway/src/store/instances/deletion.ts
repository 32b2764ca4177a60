import type { InstanceId } from '../../domain/ids.ts';
import type { Db, InstanceRow } from '../schema.ts';

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
