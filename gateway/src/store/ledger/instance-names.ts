import { chunkInList } from '../engine/chunk-in-list.ts';
import type { InstanceId } from '../../domain/ids.ts';
import type { Db } from '../schema.ts';

/** Reads the names of instances; a deleted one has none. */
export async function readInstanceNames(
	db: Db,
	ids: Iterable<InstanceId>,
): Promise<(instanceId: string) => string | undefined> {
	const names = new Map<string, string>();
	for (const chunk of chunkInList([...new Set(ids)])) {
		const rows = await db.selectFrom('instances').select(['id', 'name']).where('id', 'in', chunk).execute();
		for (const { id, name } of rows) names.set(id, name);
	}
	return (instanceId) => names.get(instanceId);
}
