import { GatewayError } from '../../domain/error.ts';
import type { InstanceId, ProcessId } from '../../domain/ids.ts';
import { padInList } from '../engine/chunk-in-list.ts';
import { insertInto, writeRowsReturning } from '../engine/write-rows.ts';
import type { CommitScope } from '../commit/scope.ts';
import type { Db } from '../schema.ts';
import type { LeaseHolder } from './processes.ts';

/** This process no longer holds the lease of an instance, so its write for the instance is rejected. */
export class LeaseLost extends GatewayError {
	constructor() {
		super(
			'service_unavailable',
			'Another gateway is taking over this instance. Send the request again in a few seconds.',
			{ retryAfter: 3 },
		);
	}
}

/**
 * Locks the leases of these instances until the end of the commit. Throws LeaseLost when this process does not hold one
 * of them.
 */
export type Fence = (scope: CommitScope, instanceIds: readonly InstanceId[]) => Promise<void>;

/** The fence of writes that need no lease. */
export const UNFENCED: Fence = () => Promise.resolve();

export interface Lease {
	instanceId: InstanceId;
	epoch: number;
}

/**
 * Acquires those leases that no live process holds, by the table of processes; returns the acquired leases. The rows
 * are locked by the upsert, so two processes cannot acquire the same lease.
 */
export function acquireLeases(
	db: Db,
	owner: ProcessId,
	instanceIds: readonly InstanceId[],
): Promise<Lease[]> {
	const rows = instanceIds.map((instance_id) => ({ instance_id, owner, epoch: 1 }));
	return writeRowsReturning<Lease, keyof (typeof rows)[number]>(db, ACQUIRE, rows);
}

const ACQUIRE = insertInto(
	'instance_leases',
	{ instance_id: 'text', owner: 'text', epoch: 'bigint' },
	`on conflict (instance_id) do update set owner = excluded.owner, epoch = instance_leases.epoch + 1
		where instance_leases.owner <> excluded.owner
			and not exists (select 1 from processes where processes.id = instance_leases.owner)
		returning instance_id as "instanceId", epoch`,
);

/** Releases leases, so that other processes can acquire them; their epochs stay. */
export async function releaseLeases(
	db: Db,
	owner: ProcessId,
	instanceIds: readonly InstanceId[],
): Promise<void> {
	if (instanceIds.length === 0) return;
	await db
		.updateTable('instance_leases')
		// No process has this id.
		.set({ owner: 'proc_none' })
		.where('owner', '=', owner)
		.where('instance_id', 'in', padInList(instanceIds))
		.execute();
}

/** Locks, until the end of the transaction, those of these leases that the owner holds; returns their epochs. */
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

/** The live gateways that hold the leases of instances; one without a holder is left out. */
export async function findLeaseHolders(
	db: Db,
	instanceIds: readonly InstanceId[],
): Promise<Map<InstanceId, LeaseHolder>> {
	const rows = await db
		.selectFrom('instance_leases')
		.innerJoin('processes', 'processes.id', 'instance_leases.owner')
		.select(['instance_leases.instance_id', 'processes.id', 'processes.url', 'processes.secret'])
		.where('instance_leases.instance_id', 'in', padInList([...new Set(instanceIds)]))
		.execute();
	return new Map(rows.map(({ instance_id: instanceId, ...holder }) => [instanceId, holder]));
}

/** Instances that need a connection and whose lease no live process holds, oldest first. */
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

/**
 * How many instances need a connection, or have a live process that is connecting them: their status changes only when
 * the network has answered.
 */
export async function countInstancesInUse(db: Db): Promise<number> {
	const { total } = await db
		.selectFrom('instances')
		.leftJoin('instance_leases', 'instance_leases.instance_id', 'instances.id')
		.leftJoin('processes', 'processes.id', 'instance_leases.owner')
		.select((eb) => eb.fn.countAll<number>().as('total'))
		.where((eb) => eb.or([eb('instances.status', '!=', 'disconnected'), eb('processes.id', 'is not', null)]))
		.executeTakeFirstOrThrow();
	return total;
}

/**
 * Returns instances whose leases a process holds, oldest first, and whose session another process can resume: no device is
 * being linked.
 */
export async function listResumable(db: Db, owner: ProcessId, limit: number): Promise<InstanceId[]> {
	const rows = await db
		.selectFrom('instance_leases')
		.innerJoin('instances', 'instances.id', 'instance_leases.instance_id')
		.select('instances.id')
		.where('instance_leases.owner', '=', owner)
		.where('instances.status', 'in', ['connecting', 'connected'])
		.orderBy('instances.id')
		.limit(limit)
		.execute();
	return rows.map(({ id }) => id);
}
