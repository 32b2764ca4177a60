import { sql } from 'kysely';
import type { ProcessId } from '../../domain/ids.ts';
import type { Db } from '../schema.ts';
import { PROCESS_IS_DEAD } from './processes.ts';

/** What a gateway reads of the cluster every second. */
export interface ClusterState {
	/** Other processes that are dead, and all processes with a row. */
	dead: number;
	processes: number;
	/** Instances that need a connection, and those of them whose lease a process with a row holds. */
	inUse: number;
	held: number;
	/** The leases of this process. */
	own: LeaseSums;
}

/** The leases of a process: their number, and the sum of their epochs, which grows when one changes hands. */
export interface LeaseSums {
	count: number;
	epochs: number;
}

/** Reads the state of the cluster: one statement, so that a second in which nothing happens takes no more. */
export async function readClusterState(db: Db, own: ProcessId): Promise<ClusterState> {
	const { rows } = await sql<Omit<ClusterState, 'own'> & LeaseSums>`select
		(select count(*) from processes where id <> ${own} and ${sql.raw(PROCESS_IS_DEAD)}) as dead,
		(select count(*) from processes) as processes,
		(select count(*) from instances where status <> 'disconnected') as "inUse",
		(select count(*) from instances
			join instance_leases on instance_leases.instance_id = instances.id
			join processes on processes.id = instance_leases.owner
			where instances.status <> 'disconnected') as held,
		(select count(*) from instance_leases where owner = ${own}) as count,
		(select coalesce(sum(epoch), 0) from instance_leases where owner = ${own}) as epochs`.execute(db);
	const [row] = rows;
	if (row === undefined) throw new Error('The database did not return the state of the cluster.');
	const { count, epochs, ...state } = row;
	return { ...state, own: { count, epochs } };
}

/**
 * The most leases that a process may have: one more than its equal part of the instances in use, so that no remainder
 * stays without a holder.
 */
export function mostLeases({ inUse, processes }: Pick<ClusterState, 'inUse' | 'processes'>): number {
	return Math.ceil(inUse / Math.max(1, processes)) + 1;
}

/**
 * Whether there is nothing to do for a process: nobody has died, no instance is without a process, its leases are those
 * it knows of itself, and it has no more than its part of them.
 */
export function isSettled(state: ClusterState, known: LeaseSums): boolean {
	return (
		state.dead === 0 &&
		state.held >= state.inUse &&
		state.own.count === known.count &&
		state.own.epochs === known.epochs &&
		known.count <= mostLeases(state)
	);
}
