import { repeatLocked, type LockedJobDeps } from '../store/cluster/repeat-locked.ts';
import { listAbandonedDeletions } from '../store/instances/deletion.ts';
import type { InstanceRow } from '../store/schema.ts';
import { removeInstance, removeRows, type RemovalDeps } from './remove-instance.ts';

/** Milliseconds between two polls for deletions to complete. */
const INTERVAL = 60_000;
/** Milliseconds after which the job lock of a process that crashed expires. */
const LOCK_DURATION = 5 * 60_000;
/** Milliseconds without a commit after which a deletion is abandoned: each takes a fraction of a second. */
const ABANDONED_AFTER = 60_000;

/**
 * Completes the deletions of instances whose gateway crashed, or could not reach the database. One gateway on a
 * database at a time does this. Returns a function that stops it after the running commit.
 */
export function startResumingDeletions(deps: RemovalDeps & LockedJobDeps): () => Promise<void> {
	// A time in the future is one of a clock that was ahead.
	const listAbandoned = (now: number): Promise<InstanceRow[]> =>
		listAbandonedDeletions(deps.store.read, { from: now - ABANDONED_AFTER, to: now + ABANDONED_AFTER });
	return repeatLocked(deps, {
		name: 'deletions',
		interval: INTERVAL,
		lockDuration: LOCK_DURATION,
		isDue: async (now) => (await listAbandoned(now)).length > 0,
		async run({ now, shouldContinue }) {
			for (const { id } of await listAbandoned(now)) {
				if (!(await removeRows(deps, id, shouldContinue))) return;
				await removeInstance(deps, id);
			}
		},
	});
}
