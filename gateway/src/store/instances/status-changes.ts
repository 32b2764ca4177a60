import type { InstanceId } from '../../domain/ids.ts';
import type { StatusChange } from '../../domain/instances/status-history.ts';
import { padInList } from '../engine/chunk-in-list.ts';
import { insertInto, writeRows } from '../engine/write-rows.ts';
import type { Db } from '../schema.ts';

/** Most changes of an instance that are read: one that flaps has more, of which the latest count. */
const LIMIT = 5000;

/** Inserts the same change of several instances. */
export async function insertStatusChange(
	db: Db,
	instanceIds: readonly InstanceId[],
	change: StatusChange,
): Promise<void> {
	await writeRows(
		db,
		INSERT,
		instanceIds.map((instance_id) => ({ instance_id, ...change })),
	);
}

const INSERT = insertInto('instance_status_changes', {
	instance_id: 'text',
	at: 'bigint',
	status: 'text',
	reason: 'text',
});

/**
 * The latest changes of an instance since a time (epoch milliseconds), oldest first, after the last one before it, which
 * has the status at that time.
 */
export async function listStatusChanges(
	db: Db,
	instanceId: InstanceId,
	since: number,
): Promise<StatusChange[]> {
	const changes = db
		.selectFrom('instance_status_changes')
		.select(['at', 'status', 'reason'])
		.where('instance_id', '=', instanceId)
		.orderBy('at', 'desc')
		.orderBy('number', 'desc');
	const rows = await changes.where('at', '>', since).limit(LIMIT).execute();
	const before = rows.length < LIMIT ? await changes.where('at', '<=', since).limit(1).execute() : [];
	return [...rows, ...before].reverse();
}

/**
 * Finds changes from before a time (epoch milliseconds), except the last one of each instance, which has the status at
 * that time.
 */
export async function findOldStatusChanges(db: Db, before: number, limit: number): Promise<number[]> {
	const rows = await db
		.selectFrom('instance_status_changes as change')
		.select('number')
		.where('at', '<', before)
		.where((eb) =>
			eb.exists(
				eb
					.selectFrom('instance_status_changes as later')
					.select('later.number')
					.whereRef('later.instance_id', '=', 'change.instance_id')
					.where('later.at', '<', before)
					.where((and) =>
						and.or([
							and('later.at', '>', and.ref('change.at')),
							and.and([
								and('later.at', '=', and.ref('change.at')),
								and('later.number', '>', and.ref('change.number')),
							]),
						]),
					),
			),
		)
		.orderBy('at')
		.limit(limit)
		.execute();
	return rows.map(({ number }) => number);
}

/** Deletes changes; returns how many. */
export async function deleteStatusChanges(db: Db, numbers: readonly number[]): Promise<number> {
	const result = await db
		.deleteFrom('instance_status_changes')
		.where('number', 'in', padInList(numbers))
		.executeTakeFirst();
	return Number(result.numDeletedRows);
}
