import type { Clock } from '../../domain/clock.ts';
import { createPauses } from '../../lib/loops/pauses.ts';
import { repeatEvery } from '../../lib/loops/repeat-every.ts';
import type { Store } from '../store.ts';
import { acquireJobLock, releaseJobLock, type JobName } from './job-locks.ts';

export interface LockedJobDeps {
	store: Pick<Store, 'commit'>;
	clock: Clock;
	/** Returns how many gateways repeat the job. */
	gateways: () => number;
	onError: (error: unknown) => void;
}

/** One run of a job, while the process has its lock. */
export interface JobRun {
	/** When it began, in epoch milliseconds. */
	now: number;
	/** False: the run must end, because the job is stopped, or half of the time of the lock is over. */
	shouldContinue: () => boolean;
	/** Waits for some milliseconds, or until the job is stopped; false: it is stopped. */
	pause: (milliseconds: number) => Promise<boolean>;
}

export interface LockedJob {
	name: JobName;
	/** Milliseconds between two runs, whichever gateway runs the job. */
	interval: number;
	/** Milliseconds after which the lock of a process that crashed expires. */
	lockDuration: number;
	/** Whether there is something to do at a time (epoch milliseconds): the lock is taken only then. */
	isDue: (now: number) => Promise<boolean>;
	run: (run: JobRun) => Promise<void>;
}

/**
 * Runs a job regularly, in one of the gateways on a database at a time. Returns a function that stops it and resolves when
 * the current run has ended.
 */
export function repeatLocked(
	{ store, clock, gateways, onError }: LockedJobDeps,
	{ name, interval, lockDuration, isDue, run }: LockedJob,
): () => Promise<void> {
	const pauses = createPauses(clock);
	let stopped = false;
	let running = Promise.resolve();

	async function runOnce(): Promise<void> {
		const now = clock.now();
		if (stopped || !(await isDue(now))) return;
		const expiresAt = now + lockDuration;
		if (!(await store.commit(({ db }) => acquireJobLock(db, name, { now, expiresAt })))) return;
		try {
			// Stops early enough that the lock outlasts the last step of the run.
			const shouldContinue = (): boolean => !stopped && clock.now() <= now + lockDuration / 2;
			await run({ now, shouldContinue, pause: (milliseconds) => pauses.pause(milliseconds) });
		} finally {
			await store.commit(({ db }) => releaseJobLock(db, name, expiresAt));
		}
	}

	const cancel = repeatEvery(
		clock,
		() => interval * gateways(),
		() => (running = runOnce()),
		(error) => {
			if (!stopped) onError(error);
		},
	);
	return async () => {
		stopped = true;
		cancel();
		pauses.end();
		await running.catch(() => undefined);
	};
}
