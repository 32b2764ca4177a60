import type { InstanceId } from '../domain/ids.ts';
import type { Db } from './schema.ts';

/** What a driver stored for an instance under a key, or null. */
export async function readSessionValue(db: Db, instanceId: InstanceId, key: string): Promise<string | null> {
	const row = await db
		.selectFrom('network_sessions')
		.select('value')
		.where('instance_id', '=', instanceId)
		.where('key', '=', key)
		.executeTakeFirst();
	return row?.value ?? null;
}

/** Stores all values of a record together; null deletes a key. */
export async function writeSessionValues(
	db: Db,
	instanceId: InstanceId,
	values: Readonly<Record<string, string | null>>,
): Promise<void> {
	for (const [key, value] of Object.entries(values)) {
		if (value === null) {
			await db
				.deleteFrom('network_sessions')
				.where('instance_id', '=', instanceId)
				.where('key', '=', key)
				.execute();
			continue;
		}
		await db
			.insertInto('network_sessions')
			.values({ instance_id: instanceId, key, value })
			.onConflict((conflict) => conflict.columns(['instance_id', 'key']).doUpdateSet({ value }))
			.execute();
	}
}
