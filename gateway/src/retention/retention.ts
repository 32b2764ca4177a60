import type { Cancel, Clock } from '../domain/clock.ts';
import type { Media } from '../media/media.ts';
import type { Store } from '../store/store.ts';
import { releaseJobLock, acquireJobLock } from '../store/cluster/job-locks.ts';
import { createFileRemoval } from './file-removal.ts';
import { sweepResponses, sweepHours, sweepDeliveries, sweepEvents } from './sweep-finished.ts';
import { sweepMessageFiles, sweepUploads } from './sweep-media.ts';
import { sweepMessages } from './sweep-messages.ts';
import { trimMedia } from './trim-media.ts';

/** How long what is finished is kept, in milliseconds; null: for ever. */
export interface Retention {
	messages: number | null;
	/** Events with their deliveries and attempts. */
	events: number | null;
	/** Finished deliveries with their attempts, the events staying. */
	attempts: number | null;
	/** The files of messages, the messages staying; uploads too where they would be kept for longer than that. */
	media: number | null;
}

export interface RetentionDeps {
	store: Store;
	clock: Clock;
	kept: Retention;
	media: Pick<Media, 'folder' | 'space'>;
	onError(error: unknown): void;
	/** Told group by group. */
	onRemoved(what: string, count: number): void;
}

/** One passage through everything, in groups with traffic between them. */
export interface Sweep {
	store: Store;
	now: number;
	/** Lets traffic pass. False: another process clears up, or this one is to end. */
	shouldContinue(): Promise<boolean>;
	removed(what: string, count: number): void;
}

/** How long an upload can be sent, in milliseconds. */
const UPLOAD_LIFETIME = 24 * 3_600_000;
/** Milliseconds from one sweep to the next: often, so that little is free in the file at a time. */
const SWEEP_EVERY = 15_000;
/** Milliseconds for which a process that ended in a sweep keeps the others from the next one, at most. */
const TURN = 5 * 60_000;
/** Milliseconds between two groups, for traffic; more, and a sweep takes longer than what it removes took to come. */
const PAUSE = 3;

/**
 * Removes, four times a minute, what was kept long enough, and gives its room back. What is pending stays, however old.
 * Gives what ends that, resolving when the sweep under way has ended.
 */
export function startRetention(port: RetentionDeps): () => Promise<void> {
	const { store, clock, kept, media } = port;
	const files = createFileRemoval(store.read, clock, media);
	let stopped = false;
	let wake: () => void = () => undefined;
	let cancel: Cancel = () => undefined;
	let underWay = Promise.resolve();

	async function pause(): Promise<void> {
		if (stopped) return;
		await new Promise<void>((resolve) => {
			const cancelPause = clock.schedule(PAUSE, resolve);
			wake = () => {
				cancelPause();
				resolve();
			};
		});
	}

	function newSweep(): Sweep & { removedAnything: () => boolean; end: () => Promise<void> } {
		const now = clock.now();
		const until = now + TURN;
		let turn: Promise<boolean> | null = null;
		let total = 0;
		return {
			store,
			now,
			async shouldContinue() {
				if (stopped) return false;
				turn ??= store.commit(({ db }) => acquireJobLock(db, 'retention', { now, expiresAt: until }));
				if (!(await turn)) return false;
				await pause();
				// Set by others while this waits.
				return !(stopped as boolean);
			},
			removed(what, count) {
				total += count;
				if (count > 0) port.onRemoved(what, count);
			},
			removedAnything: () => total > 0,
			async end() {
				if ((await turn) === true) await store.commit(({ db }) => releaseJobLock(db, 'retention', until));
			},
		};
	}

	async function run(): Promise<void> {
		const sweep = newSweep();
		try {
			await pass(sweep);
		} finally {
			await sweep.end();
		}
		if (sweep.removedAnything() && !stopped) await store.maintenance.checkpoint();
	}

	async function pass(sweep: Sweep): Promise<void> {
		await files.removeAnnounced(sweep);
		if (kept.messages !== null) await sweepMessages(sweep, files, sweep.now - kept.messages);
		if (kept.events !== null) await sweepEvents(sweep, sweep.now - kept.events);
		if (kept.attempts !== null) await sweepDeliveries(sweep, sweep.now - kept.attempts);
		if (kept.media !== null) await sweepMessageFiles(sweep, files, sweep.now - kept.media);
		await sweepUploads(sweep, files, sweep.now - Math.min(UPLOAD_LIFETIME, kept.media ?? Infinity));
		await sweepResponses(sweep);
		await sweepHours(sweep);
		await trimMedia(sweep, files, media.space);
		while ((await store.maintenance.vacuum()) && (await sweep.shouldContinue()));
	}

	function schedule(): void {
		if (stopped) return;
		cancel = clock.schedule(SWEEP_EVERY, () => {
			underWay = run()
				.catch((error: unknown) => {
					if (!stopped) port.onError(error);
				})
				.finally(schedule);
		});
	}

	schedule();
	return async () => {
		stopped = true;
		cancel();
		wake();
		await underWay;
	};
}
