import { PROCESS_IS_DEAD, SERVER_TIME } from './processes.ts';

/** The state of the cluster at the last heartbeat of a gateway. */
export interface ClusterState {
	/** Other processes that are dead, and all processes with a row, the gateway itself among them. */
	dead: number;
	processes: number;
	/** Instances that need a connection or are being connected, and those whose lease a process with a row holds. */
	inUse: number;
	held: number;
	/** The leases of this process. */
	own: LeaseSums;
	/** Milliseconds by which the simulated time is ahead of the real one. */
	ahead: number;
}

/** The leases of a process: their number, and the sum of their epochs, which grows when one changes hands. */
export interface LeaseSums {
	count: number;
	epochs: number;
}

/**
 * Records that a process is alive, and inserts it again where others deleted it as dead: its id, URL, lock id, secret
 * and the schema it works with. Returns a UpsertedProcessRow. Reads no table that other statements lock for long.
 */
export const UPSERT_PROCESS = `insert into processes (id, url, lock_id, secret, schema_number, seen_at)
		values ($1, $2, $3, $4, $5, ${SERVER_TIME})
		on conflict (id) do update set seen_at = excluded.seen_at
		returning (select gateway_version from schema_compatibility where id = 1 and oldest_schema > $5) as newer_version`;

/**
 * UPSERT_PROCESS together with the state of the cluster, in one statement, so that an idle gateway needs no other one.
 * Returns a HeartbeatRow. The process itself counts whether its row existed or not.
 */
export const HEARTBEAT = `with heartbeat as (${UPSERT_PROCESS}), instances_in_use as (
		select cast(count(*) as integer) as in_use, cast(count(processes.id) as integer) as held
			from instances
			left join instance_leases on instance_leases.instance_id = instances.id
			left join processes on processes.id = instance_leases.owner
			where instances.status <> 'disconnected' or processes.id is not null)
	select
		(select newer_version from heartbeat) as newer_version,
		(select cast(count(*) as integer) from processes where id <> $1 and ${PROCESS_IS_DEAD}) as dead,
		(select cast(count(*) as integer) + 1 from processes where id <> $1) as processes,
		(select in_use from instances_in_use), (select held from instances_in_use),
		(select cast(count(*) as integer) from instance_leases where owner = $1) as own_count,
		(select cast(coalesce(sum(epoch), 0) as double precision) from instance_leases where owner = $1) as own_epochs,
		(select cast(coalesce(max(ahead), 0) as double precision) from simulated_clock) as ahead`;

/** The row that UPSERT_PROCESS returns. */
export interface UpsertedProcessRow {
	/** The version that made the database unusable for gateways of the process's schema; null: they may work on it. */
	newer_version: string | null;
}

/** The row that HEARTBEAT returns. */
export interface HeartbeatRow extends UpsertedProcessRow {
	dead: number;
	processes: number;
	in_use: number;
	held: number;
	own_count: number;
	own_epochs: number;
	ahead: number;
}

/** The state of the cluster that a heartbeat returned. */
export function clusterStateOf(row: HeartbeatRow): ClusterState {
	const { dead, processes, in_use: inUse, held, own_count: count, own_epochs: epochs, ahead } = row;
	return { dead, processes, inUse, held, own: { count, epochs }, ahead };
}

/**
 * The most leases that a process may have: one more than its equal part of the instances in use, so that no remainder
 * stays without a holder.
 */
export function maxLeases({ inUse, processes }: Pick<ClusterState, 'inUse' | 'processes'>): number {
	return Math.ceil(inUse / Math.max(1, processes)) + 1;
}

/**
 * Whether a process has nothing to do: no process has died, every instance has a process, the leases of this process in
 * the database are those in its memory, and they are no more than its share.
 */
export function isSettled(state: ClusterState, known: LeaseSums): boolean {
	return (
		state.dead === 0 &&
		state.held >= state.inUse &&
		state.own.count === known.count &&
		state.own.epochs === known.epochs &&
		known.count <= maxLeases(state)
	);
}
