import type { Db } from '../schema.ts';
import type { JobLockTable } from '../schema/cluster.ts';

/** A job that only one process at a time may run. */
export type JobName = JobLockTable['name'];

/**
 * Acquires the lock of a job until it is released or `expiresAt` (epoch milliseconds). Returns false while another
 * process holds it. A lock that would outlast this one by its whole duration was acquired by a process whose clock was
 * ahead and has been corrected since: it is taken over.
 */
export async function acquireJobLock(
	db: Db,
	name: JobName,
	{ now, expiresAt }: { now: number; expiresAt: number },
): Promise<boolean> {
	const latest = expiresAt + (expiresAt - now);
	const result = await db
		.insertInto('job_locks')
		.values({ name, expires_at: expiresAt })
		.onConflict((conflict) =>
			conflict
				.column('name')
				.doUpdateSet({ expires_at: expiresAt })
				.where((eb) =>
					eb.or([eb('job_locks.expires_at', '<=', now), eb('job_locks.expires_at', '>', latest)]),
				),
		)
		.executeTakeFirst();
	return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Releases the lock that was acquired until `expiresAt`; a lock that another process acquired since stays. */
export async function releaseJobLock(db: Db, name: JobName, expiresAt: number): Promise<void> {
	await db
		.updateTable('job_locks')
		.set({ expires_at: 0 })
		.where('name', '=', name)
		.where('expires_at', '=', expiresAt)
		.execute();
}
