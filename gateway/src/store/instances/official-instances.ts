import type { InstanceId } from '../../domain/ids.ts';
import { chunkInList } from '../engine/chunk-in-list.ts';
import type { Db } from '../schema.ts';

/** Returns the instances that were last connected by the official API to one of these numbers. */
export async function listOfficialInstances(
	db: Db,
	phones: readonly string[],
): Promise<{ id: InstanceId; phone: string | null }[]> {
	const found: { id: InstanceId; phone: string | null }[] = [];
	for (const some of chunkInList(phones)) {
		const rows = await db
			.selectFrom('instances')
			.select(['id', 'phone'])
			.where('method', '=', 'official')
			.where('deleting_at', 'is', null)
			.where('phone', 'in', some)
			.execute();
		found.push(...rows);
	}
	return found;
}
