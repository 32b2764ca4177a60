import { sleep, type Clock } from '../domain/clock.ts';
import type { SimulatedClock } from '../runtime/simulated-clock.ts';
import { findNextDelivery } from '../store/webhooks/deliveries/next-delivery.ts';
import type { Store } from '../store/store.ts';
import { readDueTimes } from './due-times.ts';
import type { Due, DueKind } from './due.ts';

/** Real milliseconds between two polls whether work has ended. */
const SHORTEST_PAUSE = 1;
const LONGEST_PAUSE = 20;
/** Real milliseconds in which work that is due has to end: an attempt of a delivery has five seconds. */
const WORK_LIMIT = 8000;
/** Real milliseconds in which messages have to be sent, and reports recorded. */
const SENDING_LIMIT = 1000;

/** The kinds of work that a move waits for, in the order in which one causes the next. */
const BEFORE_DELIVERIES = [
	'scheduled_message',
	'timers',
	'sending',
	'message_expiry',
	'chat_release',
	'burst',
	'missing_content',
] as const;
const ALL_WORK = [...BEFORE_DELIVERIES, 'delivery'] as const;
type Work = (typeof ALL_WORK)[number];
const EVERYTHING: ReadonlySet<Work> = new Set(ALL_WORK);

/** When the next work of each kind is due; Infinity: none is. A time in the past: the work is in progress. */
type WorkTimes = Readonly<Record<Work, number>>;

export interface PendingWorkDeps {
	store: Pick<Store, 'read'>;
	clock: Clock;
	realClock: Clock;
	/** The timers of the simulated network, and the work that they have started. */
	timers: Pick<SimulatedClock, 'nextStep' | 'isWorking'>;
	/** How many sends and reports are not recorded yet, and how many of them the network takes time for. */
	sending: () => { inFlight: number; inTransit: number };
}

/** The work that waits for a time, and the due work in progress. */
export interface PendingWork {
	/** The next due work, after now; null: there is none. */
	next(): Promise<Due | null>;
	/**
	 * Returns a function that waits until the gateways have done all work that is due now, or until `end` (real epoch
	 * milliseconds), and returns the next due work. It waits only once for work that does not end, such as messages of
	 * an instance without a connection.
	 */
	begin(end: number): () => Promise<Due | null>;
}

export function createPendingWork({
	store,
	clock,
	realClock,
	timers,
	sending,
}: PendingWorkDeps): PendingWork {
	/**
	 * Reads when all work but deliveries is due. Reads the memory of this process before the database, because work
	 * moves from the one to the other.
	 */
	async function readTimes(now: number): Promise<Omit<WorkTimes, 'delivery'>> {
		const timersAt = timers.isWorking() ? now : Infinity;
		const { inFlight, inTransit } = sending();
		const { hasQueued, ...stored } = await readDueTimes(store.read, now);
		const isSending = inFlight > inTransit || (inFlight === 0 && hasQueued);
		return { ...stored, timers: timersAt, sending: isSending ? now : Infinity };
	}

	/** Reads when the next delivery is due. All other work leads to deliveries, and is read before. */
	async function readDelivery(now: number): Promise<number> {
		return (await findNextDelivery(store.read, now)) ?? Infinity;
	}

	/** Returns work that is in progress and not stuck; without any, the next due work. */
	async function look(stuck: ReadonlySet<Work>): Promise<{ busy: Work } | { next: Due | null }> {
		const now = clock.now();
		const others = await readTimes(now);
		const isDue = (at: number, work: Work): boolean => at <= now && !stuck.has(work);
		const busy = BEFORE_DELIVERIES.find((work) => isDue(others[work], work));
		if (busy !== undefined) return { busy };
		const delivery = await readDelivery(now);
		if (isDue(delivery, 'delivery')) return { busy: 'delivery' };
		const times: WorkTimes = { ...others, delivery };
		let first: Due | null = null;
		const consider = (kind: DueKind, at: number): void => {
			if (at > now && at < (first?.at ?? Infinity)) first = { kind, at };
		};
		for (const kind of ALL_WORK) if (kind !== 'timers' && kind !== 'sending') consider(kind, times[kind]);
		// Work that fell due in real time meanwhile is done at once.
		consider('network', Math.max(timers.nextStep() ?? Infinity, now + 1));
		return { next: first };
	}

	async function isBusy(work: Work): Promise<boolean> {
		const now = clock.now();
		if (work === 'timers') return timers.isWorking();
		return (work === 'delivery' ? await readDelivery(now) : (await readTimes(now))[work]) <= now;
	}

	/** Waits until some work is done, or until it is stuck. */
	async function waitFor(work: Work, stuck: Set<Work>, { begun, end }: { begun: number; end: number }) {
		const limit = Math.min(end, begun + (work === 'sending' ? SENDING_LIMIT : WORK_LIMIT));
		for (let pause = SHORTEST_PAUSE; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
			await sleep(realClock, pause);
			if (!(await isBusy(work))) return;
			if (realClock.now() >= limit) {
				stuck.add(work);
				return;
			}
		}
	}

	async function settle(stuck: Set<Work>, end: number): Promise<Due | null> {
		const begun = realClock.now();
		for (;;) {
			const found = await look(stuck);
			if ('next' in found) return found.next;
			await waitFor(found.busy, stuck, { begun, end });
		}
	}

	return {
		async next() {
			const found = await look(EVERYTHING);
			return 'next' in found ? found.next : null;
		},
		begin(end) {
			const stuck = new Set<Work>();
			return () => settle(stuck, end);
		},
	};
}
