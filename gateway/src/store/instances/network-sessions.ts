import type { InstanceId } from '../../domain/ids.ts';
import { chunkInList, padInList } from '../engine/chunk-in-list.ts';
import type { Db } from '../schema.ts';
import { pairInList } from '../engine/pair-in-list.ts';
import { insertInto, writeRows } from '../engine/write-rows.ts';

/** A value that a driver stores for an instance. */
export interface SessionKey {
	instanceId: InstanceId;
	key: string;
}

/** The values of keys of many instances, in the order of the keys; null: there is none. */
export async function findSessionValues(db: Db, keys: readonly SessionKey[]): Promise<(string | null)[]> {
	const pairs = keys.map(({ instanceId, key }) => [instanceId, key] as const);
	const rows = await db
		.selectFrom('network_sessions')
		.select(['instance_id', 'key', 'value'])
		.where(pairInList(db, ['instance_id', 'key'], pairs))
		.execute();
	const values = byInstance(rows);
	return keys.map(({ instanceId, key }) => values.get(instanceId)?.get(key) ?? null);
}

/** The values of several keys, by key; a key without a value is left out. */
export async function readSessionValues(
	db: Db,
	instanceId: InstanceId,
	keys: readonly string[],
): Promise<Map<string, string>> {
	const values = new Map<string, string>();
	for (const chunk of chunkInList(keys)) {
		const rows = await db
			.selectFrom('network_sessions')
			.select(['key', 'value'])
			.where('instance_id', '=', instanceId)
			.where('key', 'in', chunk)
			.execute();
		for (const { key, value } of rows) values.set(key, value);
	}
	return values;
}

/** The values of all keys with a prefix, by instance; those of an instance by key and in the order of the keys. */
export async function listSessionValues(
	db: Db,
	instanceIds: readonly InstanceId[],
	prefix: string,
): Promise<Map<InstanceId, Map<string, string>>> {
	const rows = await db
		.selectFrom('network_sessions')
		.select(['instance_id', 'key', 'value'])
		.where('instance_id', 'in', padInList([...new Set(instanceIds)]))
		.where('key', '>=', prefix)
		.where('key', '<', `${prefix}\u{10FFFF}`)
		.orderBy('key')
		.execute();
	return byInstance(rows);
}

interface SessionRow {
	instance_id: InstanceId;
	key: string;
	value: string;
}

/** The values of rows by instance and key, in their order. */
function byInstance(rows: readonly SessionRow[]): Map<InstanceId, Map<string, string>> {
	const sessions = new Map<InstanceId, Map<string, string>>();
	for (const { instance_id: instanceId, key, value } of rows) {
		const session = sessions.get(instanceId) ?? new Map<string, string>();
		sessions.set(instanceId, session.set(key, value));
	}
	return sessions;
}

/** Whether an instance that is in use has a value under one of these keys. */
export async function hasSessionInUse(db: Db, keys: readonly string[]): Promise<boolean> {
	const row = await db
		.selectFrom('instances')
		.select('instances.id')
		.where('instances.status', '!=', 'disconnected')
		.where((eb) =>
			eb.exists(
				eb
					.selectFrom('network_sessions')
					.select('network_sessions.key')
					.whereRef('network_sessions.instance_id', '=', 'instances.id')
					.where('network_sessions.key', 'in', keys),
			),
		)
		.limit(1)
		.executeTakeFirst();
	return row !== undefined;
}

/** Stores the values of a record; null deletes a key. */
export async function writeSessionValues(
	db: Db,
	instanceId: InstanceId,
	values: Readonly<Record<string, string | null>>,
): Promise<void> {
	const rows: SessionRow[] = [];
	const deleted: string[] = [];
	for (const [key, value] of Object.entries(values)) {
		if (value === null) deleted.push(key);
		else rows.push({ instance_id: instanceId, key, value });
	}
	for (const chunk of chunkInList(deleted)) {
		await db
			.deleteFrom('network_sessions')
			.where('instance_id', '=', instanceId)
			.where('key', 'in', chunk)
			.execute();
	}
	await writeRows(db, REPLACE, rows);
}

const REPLACE = insertInto(
	'network_sessions',
	{ instance_id: 'text', key: 'text', value: 'text' },
	'on conflict (instance_id, key) do update set value = excluded.value',
);

/** Deletes all values that drivers stored for an instance. */
export async function clearSession(db: Db, instanceId: InstanceId): Promise<void> {
	await db.deleteFrom('network_sessions').where('instance_id', '=', instanceId).execute();
}
