import type { InstanceId, ProcessId } from '../../domain/ids.ts';
import type { SealedText } from '../../lib/sealed-text.ts';
import type { Time } from './column-types.ts';

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
}

/** The lease of an instance: its holder runs the instance's connection. */
export interface InstanceLeaseTable {
	instance_id: InstanceId;
	owner: ProcessId;
	/** Increases whenever the owner changes; writes under an earlier epoch are rejected. */
	epoch: number;
}

/** The lock of a job that runs in one process at a time. */
export interface JobLockTable {
	name: 'retention';
	expires_at: Time;
}
