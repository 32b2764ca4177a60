import { sql } from 'kysely';
import { GatewayError } from '../../domain/error.ts';
import type { InstanceId, ProcessId } from '../../domain/ids.ts';
import { padInList } from '../engine/chunk-in-list.ts';
import type { CommitScope } from '../commit/group-commit.ts';
import type { Db } from '../schema.ts';
import type { Peer } from './processes.ts';

/** Another gateway drives the instance now; what this one was about to write for it is refused. */
export class LeaseLost extends GatewayError {
	constructor() {
		super(
			'service_unavailable',
			'Another gateway is just taking over this instance. Send the request again in a few seconds.',
			{ retryAfter: 3 },
		);
	}
}

/**
 * Keeps these instances' leases from changing hands before the end of the commit. Throws LeaseLost when one of
 * them is not ours any more.
 */
export type Fence = (scope: CommitScope, instanceIds: readonly InstanceId[]) => Promise<void>;

/** For writes that belong to no lease. */
export const UNFENCED: Fence = () => Promise.resolve();

/** A lease somebody has, by its epoch. */
export interface Lease {
	instanceId: InstanceId;
	epoch: number;
}

/**
 * Takes the leases of these instances that nobody alive has, by the table of processes; gives those taken. Run it
 * in a transaction that two processes cannot be in at the same time for the same rows: the rows see to that.
 */
export async function acquireLeases(
	db: Db,
	owner: ProcessId,
	instanceIds: readonly InstanceId[],
): Promise<Lease[]> {
	if (instanceIds.length === 0) return [];
	const rows = await db
		.insertInto('instance_leases')
		.values(instanceIds.map((instance_id) => ({ instance_id, owner, epoch: 1 })))
		.onConflict((conflict) =>
			conflict
				.column('instance_id')
				.doUpdateSet({ owner, epoch: sql`instance_leases.epoch + 1` })
				.where('instance_leases.owner', '!=', owner)
				.where((eb) =>
					eb.not(
						eb.exists(
							eb.selectFrom('processes').select('id').whereRef('processes.id', '=', 'instance_leases.owner'),
						),
					),
				),
		)
		.returning(['instance_id as instanceId', 'epoch'])
		.execute();
	return rows;
}

/** Gives leases back, so that others may take them; their epochs go on. */
export async function releaseLeases(
	db: Db,
	owner: ProcessId,
	instanceIds: readonly InstanceId[],
): Promise<void> {
	if (instanceIds.length === 0) return;
	await db
		.updateTable('instance_leases')
		// No process is called so.
		.set({ owner: 'proc_none' })
		.where('owner', '=', owner)
		.where('instance_id', 'in', padInList(instanceIds))
		.execute();
}

/** Which of these leases still stand; they cannot change hands before the end of the commit. */
export async function lockLeases(
	db: Db,
	owner: ProcessId,
	instanceIds: readonly InstanceId[],
): Promise<Map<InstanceId, number>> {
	const rows = await db
		.selectFrom('instance_leases')
		.select(['instance_id', 'epoch'])
		.where('owner', '=', owner)
		.where('instance_id', 'in', padInList(instanceIds))
		.orderBy('instance_id')
		.forShare()
		.execute();
	return new Map(rows.map((row) => [row.instance_id, row.epoch]));
}

/** The leases that a process has, by instance; without a lock, so that they may change hands at any time. */
export async function listLeased(db: Db, owner: ProcessId): Promise<Map<InstanceId, number>> {
	const rows = await db
		.selectFrom('instance_leases')
		.select(['instance_id', 'epoch'])
		.where('owner', '=', owner)
		.execute();
	return new Map(rows.map((row) => [row.instance_id, row.epoch]));
}

/** The gateway that drives an instance, where one that is alive does. */
export function ownerOf(db: Db, instanceId: string): Promise<Peer | undefined> {
	return db
		.selectFrom('instance_leases')
		.innerJoin('processes', 'processes.id', 'instance_leases.owner')
		.select(['processes.id', 'processes.url', 'processes.secret'])
		.where('instance_leases.instance_id', '=', instanceId as InstanceId)
		.executeTakeFirst();
}

/** Instances that need a connection and have nobody alive to drive it, oldest first. */
export async function listUnowned(db: Db, limit: number): Promise<InstanceId[]> {
	const rows = await db
		.selectFrom('instances')
		.select('instances.id')
		.where('instances.status', '!=', 'disconnected')
		.where((eb) =>
			eb.not(
				eb.exists(
					eb
						.selectFrom('instance_leases')
						.innerJoin('processes', 'processes.id', 'instance_leases.owner')
						.select('instance_leases.instance_id')
						.whereRef('instance_leases.instance_id', '=', 'instances.id'),
				),
			),
		)
		.orderBy('instances.id')
		.limit(limit)
		.execute();
	return rows.map(({ id }) => id);
}

/** How many instances there are to drive. */
export async function countDriven(db: Db): Promise<number> {
	const { total } = await db
		.selectFrom('instances')
		.select((eb) => eb.fn.countAll<number>().as('total'))
		.where('status', '!=', 'disconnected')
		.executeTakeFirstOrThrow();
	return total;
}
