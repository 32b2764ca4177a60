import type { Clock } from '../../domain/clock.ts';
import { isDue } from '../../domain/due-range.ts';
import type { NewId } from '../../domain/ids.ts';
import { MAX_COLLECT_TIME } from '../../domain/webhooks/webhook.ts';
import { createPauses } from '../../lib/loops/pauses.ts';
import { createWakeUp } from '../../lib/loops/wake-up.ts';
import type { Store } from '../../store/store.ts';
import { endDueBursts, findNextBurstEnd } from '../../store/webhooks/queues/bursts.ts';

/** Bursts of one commit. */
const BATCH_SIZE = 50;
/**
 * Milliseconds between two searches without a signal: the gateway that started a burst may have ended before its signal.
 */
const POLL_INTERVAL = 15_000;
/** Milliseconds until the next try after another gateway has locked a burst. */
const LOCKED_PAUSE = 50;
/** Milliseconds until the next try after the store failed. */
const STORE_PAUSE = 1000;
/** An end this many milliseconds ahead was dated by a wrong clock. The clocks of gateways may differ by one burst. */
const IMPLAUSIBLE_END = 2 * MAX_COLLECT_TIME;

export interface BurstDeps {
	store: Store;
	clock: Clock;
	newId: NewId;
	/** Milliseconds by which the clock of another gateway may be ahead, because it was moved; 0: it never is. */
	longestMove: number;
	onError: (error: unknown) => void;
}

/**
 * Ends the bursts of collecting webhooks when they are due: their messages become one delivery. Every gateway on a
 * database runs this: a burst ends once, because its queue is locked. Returns a function that stops this, and resolves
 * when the running commit has ended.
 */
export function startEndingBursts({
	store,
	clock,
	newId,
	longestMove,
	onError,
}: BurstDeps): () => Promise<void> {
	const wakeUp = createWakeUp(clock);
	const pauses = createPauses(clock);
	/** When the next burst ends, as far as this process knows (epoch milliseconds). */
	let nextEnd = 0;
	let stopped = false;

	async function run(): Promise<void> {
		while (!stopped) {
			try {
				// No later than an interval from now, although the clock of the machine may have been set back.
				nextEnd = Math.min(nextEnd, clock.now() + POLL_INTERVAL);
				await wakeUp.wait(nextEnd);
				if (nextEnd <= clock.now() && !isStopped()) await endDue();
			} catch (error) {
				onError(error);
				nextEnd = 0;
				await pauses.pause(STORE_PAUSE);
			}
		}
	}

	// A function, because TypeScript does not expect that the variable changes during an await.
	function isStopped(): boolean {
		return stopped;
	}

	async function endDue(): Promise<void> {
		const now = clock.now();
		// Set before the search: a signal during it may name an earlier time.
		nextEnd = now + POLL_INTERVAL;
		const range = { now, latest: now + IMPLAUSIBLE_END + longestMove };
		let endsAt = await findNextBurstEnd(store.read);
		if (endsAt !== null && isDue(endsAt, range)) {
			await store.commit((scope) => endDueBursts(scope, newId, { ...range, limit: BATCH_SIZE }));
			endsAt = await findNextBurstEnd(store.read);
			// The bursts that are still due are beyond this batch, or locked.
			if (endsAt !== null && isDue(endsAt, range)) endsAt = now + LOCKED_PAUSE;
		}
		nextEnd = Math.min(nextEnd, endsAt ?? Infinity);
	}

	const unsubscribe = store.listen((signal) => {
		if (signal.kind !== 'burst_started' || signal.endsAt >= nextEnd) return;
		nextEnd = signal.endsAt;
		wakeUp.notify();
	});
	const running = run();

	return async () => {
		stopped = true;
		unsubscribe();
		pauses.end();
		wakeUp.notify();
		await running;
	};
}
