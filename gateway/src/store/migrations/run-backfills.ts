import type { Clock } from '../../domain/clock.ts';
import { createPauses } from '../../lib/loops/pauses.ts';
import type { Store } from '../store.ts';
import { listFinishedBackfills, prepareBackfill, runBatch } from './backfill.ts';
import type { RowProgress } from './progress.ts';
import type { Backfill } from './step.ts';

/** Milliseconds between two reports of the progress. */
const REPORT_INTERVAL = 5000;
/** Milliseconds until a batch that failed is tried again. */
const RETRY_PAUSE = 5000;

export interface BackfillDeps {
	store: Pick<Store, 'commit' | 'read'>;
	clock: Clock;
	backfills: readonly Backfill[];
	onProgress: (name: string, progress: RowProgress & { finished: boolean }) => void;
	onError: (error: unknown) => void;
}

/**
 * Runs the backfills that are not finished, while the gateway works; each continues where it was interrupted. Returns the
 * function that ends them after their running batch.
 */
export function startBackfills({
	store,
	clock,
	backfills,
	onProgress,
	onError,
}: BackfillDeps): () => Promise<void> {
	const pauses = createPauses(clock);
	let stopped = false;

	async function run(backfill: Backfill): Promise<void> {
		await store.commit(({ db }) => prepareBackfill(db, backfill));
		let reportedAt = 0;
		while (!stopped) {
			const begun = clock.now();
			const state = await store.commit(({ db }) => runBatch(db, backfill));
			if (state.finished || clock.now() - reportedAt >= REPORT_INTERVAL) {
				reportedAt = clock.now();
				onProgress(backfill.name, state);
			}
			if (state.finished) return;
			// As long as the batch took, so that messages find the database free half of the time.
			await pauses.pause(clock.now() - begun);
		}
	}

	async function runAll(): Promise<void> {
		while (!stopped) {
			try {
				const finished = await listFinishedBackfills(store.read);
				for (const backfill of backfills) if (!finished.has(backfill.name)) await run(backfill);
				return;
			} catch (error) {
				onError(error);
				await pauses.pause(RETRY_PAUSE);
			}
		}
	}

	const running = backfills.length === 0 ? Promise.resolve() : runAll();
	return async () => {
		stopped = true;
		pauses.end();
		await running;
	};
}
