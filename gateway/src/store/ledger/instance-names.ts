import { chunkInList } from '../engine/chunk-in-list.ts';
import type { InstanceId } from '../../domain/ids.ts';
import type { Db } from '../schema.ts';

/** Returns the name of an instance; undefined: it was deleted, or was not read. */
export type NameOf = (instanceId: string) => string | undefined;

/** Reads the names of instances, each only once. */
export function createReadNames(db: Db): (ids: readonly InstanceId[]) => Promise<NameOf> {
	const names = new Map<string, string | undefined>();
	return async (ids) => {
		const unread = ids.filter((id) => !names.has(id));
		for (const id of unread) names.set(id, undefined);
		for (const chunk of chunkInList([...new Set(unread)])) {
			const rows = await db.selectFrom('instances').select(['id', 'name']).where('id', 'in', chunk).execute();
			for (const { id, name } of rows) names.set(id, name);
		}
		return (instanceId) => names.get(instanceId);
	};
}
