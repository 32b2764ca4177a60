import type { InstanceId } from '../../domain/ids.ts';
import { chunkInList } from '../engine/chunk-in-list.ts';
import type { Db } from '../schema.ts';
import { insertInto, writeRows } from '../engine/write-rows.ts';

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

/** The same for several keys: those that have a value, with it. */
export async function readSessionValues(
	db: Db,
	instanceId: InstanceId,
	keys: readonly string[],
): Promise<Map<string, string>> {
	const found = new Map<string, string>();
	for (const part of chunkInList(keys)) {
		const rows = await db
			.selectFrom('network_sessions')
			.select(['key', 'value'])
			.where('instance_id', '=', instanceId)
			.where('key', 'in', part)
			.execute();
		for (const { key, value } of rows) found.set(key, value);
	}
	return found;
}

/** The values of all keys that begin with a text, by key and in the order of the keys. */
export async function listSessionValues(
	db: Db,
	instanceId: InstanceId,
	prefix: string,
): Promise<Map<string, string>> {
	const rows = await db
		.selectFrom('network_sessions')
		.select(['key', 'value'])
		.where('instance_id', '=', instanceId)
		.where('key', '>=', prefix)
		.where('key', '<', `${prefix}\u{10FFFF}`)
		.orderBy('key')
		.execute();
	return new Map(rows.map(({ key, value }) => [key, value]));
}

/** Stores all values of a record together; null deletes a key. */
export async function writeSessionValues(
	db: Db,
	instanceId: InstanceId,
	values: Readonly<Record<string, string | null>>,
): Promise<void> {
	const rows: { instance_id: InstanceId; key: string; value: string }[] = [];
	const gone: string[] = [];
	for (const [key, value] of Object.entries(values)) {
		if (value === null) gone.push(key);
		else rows.push({ instance_id: instanceId, key, value });
	}
	for (const part of chunkInList(gone)) {
		await db
			.deleteFrom('network_sessions')
			.where('instance_id', '=', instanceId)
			.where('key', 'in', part)
			.execute();
	}
	await writeRows(db, REPLACE, rows);
}

const REPLACE = insertInto(
	'network_sessions',
	{ instance_id: 'text', key: 'text', value: 'text' },
	'on conflict (instance_id, key) do update set value = excluded.value',
);

/** Removes all that drivers stored for an instance. */
export async function clearSession(db: Db, instanceId: InstanceId): Promise<void> {
	await db.deleteFrom('network_sessions').where('instance_id', '=', instanceId).execute();
}
