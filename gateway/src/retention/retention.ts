import { DAY, HOUR } from '../domain/duration.ts';
import type { Cancel, Clock } from '../domain/clock.ts';
import type { Media } from '../media/media.ts';
import type { Store } from '../store/store.ts';
import { releaseJobLock, acquireJobLock } from '../store/cluster/job-locks.ts';
import { createFileRemoval } from './file-removal.ts';
import type { Removed } from './removed.ts';
import {
	cancelPausedDeliveries,
	sweepAttemptCounts,
	sweepResponses,
	sweepHours,
	sweepLedger,
	sweepDeliveries,
	sweepEvents,
	type FinishedPositions,
} from './sweep-finished.ts';
import { sweepAlerts, sweepRecentCounts, sweepStatusChanges } from './sweep-history.ts';
import { sweepMessageFiles, sweepUploads } from './sweep-media.ts';
import { sweepMessages } from './sweep-messages.ts';
import { trimMedia } from './trim-media.ts';

/** The retention periods of finished data, in milliseconds; null: for ever. */
export interface Retention {
	messages: number | null;
	/** Events with their deliveries and attempts. */
	events: number | null;
	/** Finished deliveries with their attempts. Their events are kept. */
	attempts: number | null;
	/** The files of messages; the messages are kept. Also uploads, if this is shorter than their own lifetime. */
	media: number | null;
}

export interface RetentionDeps {
	store: Store;
	clock: Clock;
	/** Real time, also where `clock` is simulated. */
	realClock: Clock;
	retention: Retention;
	media: Pick<Media, 'folder' | 'quota'>;
	/** Returns how many gateways sweep this database. */
	gateways: () => number;
	onError(error: unknown): void;
	/** Called after each batch. */
	onRemoved(name: Removed, count: number): void;
	/** Called with the milliseconds by which the machine's clock jumped ahead: nothing is removed for an hour. */
	onJump(milliseconds: number): void;
}

/** One run over all tables, in batches with pauses for other transactions. */
export interface Sweep {
	store: Store;
	/** Epoch milliseconds at which the sweep started. */
	now: number;
	/** Acquires the job lock once, then pauses for other transactions. False: the sweep must end. */
	shouldContinue(): Promise<boolean>;
	countRemoved(name: Removed, count: number): void;
}

/** Milliseconds for which an upload can be sent. */
const UPLOAD_LIFETIME = DAY;
/**
 * Milliseconds between two sweeps of the database, over all gateways: short, so that the database file contains few
 * free pages at a time.
 */
const SWEEP_INTERVAL = 15_000;
/**
 * Milliseconds that a sweep begins late when the machine's clock jumped ahead, and for which nothing is removed then:
 * the clock may be wrong, and set right again. A machine that was suspended looks the same.
 */
const JUMP = HOUR;
/** Milliseconds after which the job lock of a process that crashed in a sweep expires. */
const LOCK_DURATION = 5 * 60_000;
/** Removed rows after which the log is moved to the database file: a sweep that removes a few leaves no long log. */
const CHECKPOINT_ROWS = 1000;
/**
 * Milliseconds between two measurements of a media folder that other gateways may write to as well: each reads the
 * metadata of every file.
 */
const MEASURE_INTERVAL = 60_000;
/**
 * Milliseconds between two batches. With a longer pause, a busy gateway stores rows faster than a sweep removes them.
 */
const BATCH_PAUSE = 3;

/**
 * Removes expired data four times a minute, and vacuums the database. Pending data is kept, however old it is, except
 * for deliveries of paused webhooks. Returns a function that stops this and resolves when the running sweep has ended.
 */
export function startRetention(deps: RetentionDeps): () => Promise<void> {
	const { store, clock, realClock, retention, media } = deps;
	const files = createFileRemoval(store.read, clock, media);
	const positions: FinishedPositions = { events: { after: null }, deliveries: { after: null } };
	let stopped = false;
	let measuredAt = -Infinity;
	/** Milliseconds of timers for which nothing is removed any more. */
	let heldFor = 0;
	let endPause: () => void = () => undefined;
	let cancelTimer: Cancel = () => undefined;
	let running = Promise.resolve();

	async function pause(): Promise<void> {
		if (stopped) return;
		await new Promise<void>((resolve) => {
			const cancelPause = clock.schedule(BATCH_PAUSE, resolve);
			endPause = () => {
				cancelPause();
				resolve();
			};
		});
	}

	function createSweep(): Sweep & { removedMany: () => boolean; end: () => Promise<void> } {
		const now = clock.now();
		const expiresAt = now + LOCK_DURATION;
		let lock: Promise<boolean> | null = null;
		let total = 0;
		return {
			store,
			now,
			async shouldContinue() {
				if (stopped) return false;
				lock ??= store.commit(({ db }) => acquireJobLock(db, 'retention', { now, expiresAt }));
				if (!(await lock)) return false;
				await pause();
				// The returned stop function may have set it during the pause, which TypeScript does not know.
				return !(stopped as boolean);
			},
			countRemoved(name, count) {
				total += count;
				if (count > 0) deps.onRemoved(name, count);
			},
			removedMany: () => total >= CHECKPOINT_ROWS,
			async end() {
				if ((await lock) === true) await store.commit(({ db }) => releaseJobLock(db, 'retention', expiresAt));
			},
		};
	}

	async function run(): Promise<void> {
		const sweep = createSweep();
		try {
			await removeExpired(sweep);
		} finally {
			await sweep.end();
		}
		if (sweep.removedMany() && !stopped) await store.maintenance.checkpoint();
	}

	async function removeExpired(sweep: Sweep): Promise<void> {
		await files.removePending(sweep);
		if (retention.messages !== null) await sweepMessages(sweep, files, sweep.now - retention.messages);
		if (retention.events !== null) {
			await sweepEvents(sweep, positions.events, sweep.now - retention.events);
		}
		if (retention.attempts !== null) {
			await cancelPausedDeliveries(sweep, sweep.now - retention.attempts);
			await sweepDeliveries(sweep, positions.deliveries, sweep.now - retention.attempts);
		}
		if (retention.media !== null) await sweepMessageFiles(sweep, files, sweep.now - retention.media);
		await sweepUploads(sweep, files, sweep.now - Math.min(UPLOAD_LIFETIME, retention.media ?? Infinity));
		await sweepResponses(sweep);
		await sweepHours(sweep);
		await sweepLedger(sweep);
		await sweepAttemptCounts(sweep);
		await sweepAlerts(sweep);
		await sweepStatusChanges(sweep);
		await sweepRecentCounts(sweep);
		await measureShared(sweep);
		await trimMedia(sweep, files, media.quota);
		while ((await store.maintenance.vacuum()) && (await sweep.shouldContinue()));
	}

	/** Measures the media folder, because other gateways may have written to it. */
	async function measureShared({ now }: Sweep): Promise<void> {
		if (deps.gateways() === 1 || now - measuredAt < MEASURE_INTERVAL) return;
		measuredAt = now;
		await media.quota.measure();
	}

	function schedule(): void {
		if (stopped) return;
		const interval = SWEEP_INTERVAL * deps.gateways();
		const dueAt = realClock.now() + interval;
		cancelTimer = clock.schedule(interval, () => {
			heldFor = Math.max(0, heldFor - interval);
			const late = realClock.now() - dueAt;
			if (late > JUMP) {
				heldFor = JUMP;
				deps.onJump(late);
			}
			if (heldFor > 0) {
				schedule();
				return undefined;
			}
			running = run()
				.catch((error: unknown) => {
					if (!stopped) deps.onError(error);
				})
				.finally(schedule);
			return running;
		});
	}

	schedule();
	return async () => {
		stopped = true;
		cancelTimer();
		endPause();
		await running;
	};
}
