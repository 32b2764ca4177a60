import type { InstanceId, ProcessId } from '../../domain/ids.ts';
import type { SealedText } from '../../lib/crypto/sealed-text.ts';
import type { Flag, Time } from './column-types.ts';

/** A gateway process on this database. */
export interface ProcessTable {
	id: ProcessId;
	/** Number of the advisory lock that the process holds while it is connected. */
	lock_id: number;
	/** The URL other gateways use. */
	url: string;
	/** Other gateways sign the requests they forward to it with this secret. */
	secret: SealedText;
	/** Time of the last heartbeat, by the database's clock. */
	seen_at: Time;
	/** The schema its version works with; null: older than 8. */
	schema_number: number | null;
}

/** The lease of an instance: its holder runs the instance's connection. */
export interface InstanceLeaseTable {
	instance_id: InstanceId;
	owner: ProcessId;
	/** Increases whenever the owner changes; writes under an earlier epoch are rejected. */
	epoch: number;
}

/** The versions of gateways that may work on the database: one row. */
export interface SchemaCompatibilityTable {
	id: 1;
	/** Gateways of an older schema must not work on the database. */
	oldest_schema: number;
	/** The version that brought the database to its schema; empty: an earlier one, which did not store it. */
	gateway_version: string;
}

/** The progress of a backfill, which changes many rows. */
export interface BackfillTable {
	name: string;
	/** The last row that was changed; null: none yet. */
	position: string | null;
	done: number;
	/** The number of rows when it began. */
	total: number;
	finished: Flag;
}

/** The offset of simulated time from real time: one row, and none before the first move. */
export interface SimulatedClockTable {
	id: 1;
	/** Milliseconds by which it is ahead of the real time. */
	ahead: number;
}

/** The lock of a job that runs in one process at a time. */
export interface JobLockTable {
	name: 'retention' | 'search' | 'ledger' | 'alerts' | 'deletions';
	expires_at: Time;
}
