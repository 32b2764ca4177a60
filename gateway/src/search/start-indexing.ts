import { repeatLocked, type LockedJobDeps, type JobRun } from '../store/cluster/repeat-locked.ts';
import { hasUnindexed, indexChanges, indexNewer, indexOlder } from '../store/search/fill-index.ts';
import type { Store } from '../store/store.ts';

/** Milliseconds between two polls for messages that the index lacks. */
const INTERVAL = 15_000;
/**
 * Milliseconds after which a message is added to the index. Ids sort by the time at which they were created, and a
 * message is committed some time later, by any gateway of a cluster: until then a search reads the newest messages
 * themselves.
 */
const SETTLING_TIME = 30_000;
/** Messages of one batch: few enough that a batch takes some milliseconds. */
const BATCH_SIZE = 200;
/** Milliseconds after which the job lock of a process that crashed expires. */
const LOCK_DURATION = 60_000;

export interface IndexingDeps extends LockedJobDeps {
	store: Pick<Store, 'commit' | 'read'>;
}

/**
 * Updates the index of texts, outside of the transactions that store messages: with changed and new messages, and after
 * an upgrade with those that are older than the index. One gateway on a database at a time does this. Returns a
 * function that stops it after the running batch.
 */
export function startIndexing(deps: IndexingDeps): () => Promise<void> {
	const { store, clock } = deps;

	/** Runs batches until the index is complete, with pauses for the writes of messages. */
	async function runBatches({ shouldContinue, pause }: JobRun): Promise<void> {
		while (shouldContinue()) {
			const begun = clock.now();
			const read = await store.commit(async ({ db }) => {
				const changed = await indexChanges(db, BATCH_SIZE);
				if (changed > 0) return changed;
				const added = await indexNewer(db, begun - SETTLING_TIME, BATCH_SIZE);
				return added > 0 ? added : indexOlder(db, BATCH_SIZE);
			});
			if (read === 0) return;
			await pause(Math.max(1, clock.now() - begun));
		}
	}

	return repeatLocked(deps, {
		name: 'search',
		interval: INTERVAL,
		lockDuration: LOCK_DURATION,
		isDue: (now) => hasUnindexed(store.read, now - SETTLING_TIME),
		run: runBatches,
	});
}
