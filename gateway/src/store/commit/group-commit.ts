import { setImmediate as nextIteration } from 'node:timers/promises';
import { sleep } from '../../domain/clock.ts';
import { createBackpressure, type Size } from '../../lib/concurrency/backpressure.ts';
import type { StoreFailure } from '../engine/engine.ts';
import type { FaultReport } from './fault-report.ts';
import { createGroupPause } from './group-pause.ts';
import { rejectBody, runGroup, type QueuedBody, type RunGroupDeps } from './run-group.ts';
import type { Commit, CommitOptions, TransactionBody } from './scope.ts';

export interface GroupCommit {
	commit: Commit;
	/**
	 * Resolves when the next group can start, so that a caller who collects items until then writes all of them in it.
	 * `maxDelay`: real milliseconds for which the caller waits for the writes of others to start that group, because nobody
	 * waits for its own; absent: 0.
	 */
	nextGroup: (maxDelay?: number) => Promise<void>;
	/** Rejects further work, and resolves when all accepted work is committed. */
	close(): Promise<void>;
}

/** Real time, also where the gateway's clock is simulated: the database is not. */
export interface RealTime {
	/** Milliseconds since an arbitrary moment. */
	now: () => number;
	pause: (milliseconds: number) => Promise<unknown>;
}

export interface GroupCommitDeps extends RunGroupDeps {
	/** Milliseconds of the longest pause, from the start of a group to that of the next one; 0: none. See createGroupPause(). */
	longestPause: number;
	realTime: RealTime;
	/** Whether nextGroup() ignores `maxDelay` now. */
	isHurried: () => boolean;
	/** Receives the outcome of every try, except for failures that are none of the database. */
	faults: FaultReport;
}

/** Largest group: a larger transaction takes longer without a higher throughput. */
const GROUP_LIMIT: Size = { rows: 512, bytes: 4 * 1024 * 1024 };
/** Most work that may wait; beyond it new work is rejected, so that memory stays bounded under overload. */
const WAITING_LIMIT: Size = { rows: 20_000, bytes: 64 * 1024 * 1024 };
/** Most bodies write a few rows of a few hundred bytes. */
const DEFAULT_SIZE: Size = { rows: 1, bytes: 1024 };
/** Milliseconds to the next try when the database is unreachable. */
const RETRY_PAUSE = 500;
/** Tries of a group, by the failure of the last one. */
const TRIES: Readonly<Record<StoreFailure, number>> = {
	conflict: 20,
	duplicate: 2,
	orphan: 2,
	timeout: 1,
	unreachable: 10,
};

/**
 * Combines writes that arrive at the same time into one transaction, because the sync at its end costs more than
 * all other steps. While one group is being committed, the next one queues up.
 */
export function createGroupCommit(deps: GroupCommitDeps): GroupCommit {
	const { realTime } = deps;
	const pauseAfter = createGroupPause(deps.longestPause, realTime.now);
	const queue: QueuedBody[] = [];
	const backpressure = createBackpressure(WAITING_LIMIT);
	let working: Promise<void> | null = null;
	/** When the last group and the pause after it ended, by the real time. */
	let idleSince = realTime.now();
	/** The group that is being committed, and the pause after it. */
	let current: Promise<unknown> = Promise.resolve();
	/** Callers with maxDelay, who wait for others to start the next group. */
	const joining = new Set<() => void>();

	async function commitGroups(): Promise<void> {
		let idle = realTime.now() - idleSince;
		do {
			for (const join of joining) join();
			joining.clear();
			// Bodies that callers add in this iteration of the event loop join the group, and those of callers who wait for
			// the next group, which take one iteration more. The pause also lets other code run between two groups: SQLite
			// works synchronously, so otherwise none would run before the last group.
			await nextIteration();
			await nextIteration();
			const group = takeGroup();
			const rows = group.reduce((sum, { size }) => sum + size.rows, 0);
			const pause = pauseAfter({ rows, idle });
			idle = 0;
			current = Promise.all([commitGroup(deps, group), pause > 0 ? realTime.pause(pause) : null]);
			await current;
		} while (queue.length > 0);
		idleSince = realTime.now();
		working = null;
	}

	function takeGroup(): QueuedBody[] {
		const group: QueuedBody[] = [];
		const total: Size = { rows: 0, bytes: 0 };
		for (const body of queue) {
			const { rows, bytes } = body.size;
			const full = total.rows + rows > GROUP_LIMIT.rows || total.bytes + bytes > GROUP_LIMIT.bytes;
			if (full && group.length > 0) break;
			total.rows += rows;
			total.bytes += bytes;
			group.push(body);
		}
		queue.splice(0, group.length);
		backpressure.release(total);
		return group;
	}

	return {
		async nextGroup(maxDelay = 0) {
			await current;
			if (maxDelay === 0 || working !== null || deps.isHurried()) {
				await nextIteration();
				return;
			}
			const started = new Promise<void>((resolve) => joining.add(resolve));
			await Promise.race([started, realTime.pause(maxDelay)]);
		},
		commit<T>(
			body: TransactionBody<T>,
			{ overlaps = false, ...size }: CommitOptions = DEFAULT_SIZE,
		): Promise<T> {
			return new Promise<T>((resolve, reject) => {
				let result: T;
				backpressure.admit(size);
				queue.push({
					size,
					overlaps,
					conflictedOnce: false,
					run: async (scope) => {
						result = await body(scope);
					},
					resolve: () => {
						resolve(result);
					},
					reject,
				});
				working ??= commitGroups();
			});
		},
		async close() {
			backpressure.close();
			while (working !== null) await working;
		},
	};
}

/** Commits a group, and retries where that can help. Resolves or rejects the promise of every body. */
async function commitGroup(
	deps: RunGroupDeps & Pick<GroupCommitDeps, 'faults'>,
	group: QueuedBody[],
): Promise<void> {
	let remaining = group;
	for (let tries = 1; remaining.length > 0; tries += 1) {
		const outcome = await runGroup(deps, remaining);
		if (outcome.kind === 'committed') {
			deps.faults.committed();
			remaining = outcome.remaining;
			tries = 0;
			continue;
		}
		const { error, canRetry } = outcome;
		const failure = deps.failureOf(error);
		if (failure === 'unreachable' || failure === 'timeout') deps.faults.failed(failure, error);
		if (failure === null || !canRetry || tries >= TRIES[failure]) {
			for (const body of remaining) rejectBody(deps, body, body.error?.reason ?? error);
			return;
		}
		if (failure === 'unreachable') await sleep(deps.clock, RETRY_PAUSE);
	}
}
