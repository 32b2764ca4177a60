import type { Cancel, Clock } from '../domain/clock.ts';
import { waitAtMost } from '../lib/concurrency/with-time-limit.ts';
import type { SimulatedClock } from '../runtime/simulated-clock.ts';
import { raiseClockOffset, readClockOffset } from '../store/cluster/simulated-clock.ts';
import { probeWrite } from '../store/commit/probe-write.ts';
import type { Store } from '../store/store.ts';
import type { Due } from './due.ts';
import { createPendingWork, type PendingWorkDeps } from './pending-work.ts';

/** Real milliseconds for one request that moves the time; the next request continues the move. */
const TIME_LIMIT = 20_000;
/** Real milliseconds that the work that a timer starts delays the time by at most. */
const WORK_LIMIT = 8000;
/** Maximum number of listed due items. */
const PASSED_LIMIT = 100;

/** The result of a move. */
export interface Advance {
	/** The work that fell due, in order; at most the first PASSED_LIMIT. */
	passed: Due[];
	passedCount: number;
	/** Milliseconds that are left to move, because the move took too long; 0: none. */
	remaining: number;
	/** What is due next; null: nothing waits for a time. */
	next: Due | null;
}

/** The time of a gateway on the simulated network. */
export interface SimulatedTime {
	/** The simulated time, in epoch milliseconds. */
	now(): number;
	/** Milliseconds by which it is ahead of the real time. */
	ahead(): number;
	/** What is due next; null: nothing waits for a time. */
	next(): Promise<Due | null>;
	/**
	 * Moves the time forward by so many milliseconds. All work that falls due on the way is done at its own time, in
	 * order. Concurrent moves run one after the other.
	 */
	advance(milliseconds: number): Promise<Advance>;
	/** Moves the time to the next due work, if that is within so many milliseconds. */
	advanceToNext(within: number): Promise<Advance>;
	stop(): void;
}

export interface SimulatedTimeDeps {
	store: Store;
	realClock: Clock;
	simulated: SimulatedClock;
	sending: PendingWorkDeps['sending'];
	/**
	 * Calls a listener periodically with the lead of the simulated time, in milliseconds, because the notification of a
	 * move may get lost.
	 */
	onAhead: (listener: (ahead: number) => void) => Cancel;
	onError: (error: unknown) => void;
}

/**
 * Moves the time of a gateway, and follows the moves of other gateways on the database. The time is stored before any
 * work is done at it: a restart continues there, and never earlier. After a power failure it continues at the time of
 * the rows that survived, because the store writes in order.
 */
export function createSimulatedTime({
	store,
	realClock,
	simulated,
	sending,
	onAhead,
	onError,
}: SimulatedTimeDeps): SimulatedTime {
	const { clock } = simulated;
	const pendingWork = createPendingWork({ store, clock, realClock, timers: simulated, sending });
	let lastMove: Promise<unknown> = Promise.resolve();
	let stopped = false;

	async function moveAhead(milliseconds: number): Promise<void> {
		await waitAtMost(realClock, WORK_LIMIT, simulated.moveAhead(milliseconds));
	}

	async function follow(): Promise<void> {
		await moveAhead(await readClockOffset(store.read));
	}

	async function moveTo(at: number): Promise<void> {
		const ahead = at - realClock.now();
		if (ahead <= simulated.ahead()) {
			await waitAtMost(realClock, WORK_LIMIT, simulated.catchUp());
			return;
		}
		await store.commit(async ({ db, emit }) => {
			await raiseClockOffset(db, ahead);
			emit({ kind: 'clock_moved' });
		});
		await moveAhead(ahead);
	}

	async function advance(targetOf: (next: Due | null) => number): Promise<Advance> {
		const end = realClock.now() + TIME_LIMIT;
		const passed: Due[] = [];
		let passedCount = 0;
		const settle = pendingWork.begin(end);
		let next = await settle();
		const target = targetOf(next);
		while (!stopped && realClock.now() < end) {
			if (next === null || next.at > target) {
				await moveTo(target);
				return { passed, passedCount, remaining: 0, next: await settle() };
			}
			await moveTo(next.at);
			passedCount += 1;
			if (passed.length < PASSED_LIMIT) passed.push(next);
			next = await settle();
		}
		return { passed, passedCount, remaining: Math.max(0, target - clock.now()), next };
	}

	/**
	 * Syncs the commits of a move once, at its end: a simulated day has thousands of commits, and each sync waits for
	 * the disk.
	 */
	async function syncedOnce(move: () => Promise<Advance>): Promise<Advance> {
		const syncAgain = store.deferSync();
		try {
			return await move();
		} finally {
			syncAgain();
			await store.commit(({ db }) => probeWrite(db));
		}
	}

	function afterLastMove(targetOf: (next: Due | null) => number): Promise<Advance> {
		const move = lastMove.then(async () => {
			// During the move, timers of the network fire at their place in its order, not when the real clock reaches
			// them.
			const release = simulated.holdSteps();
			return syncedOnce(() => advance(targetOf)).finally(release);
		});
		lastMove = move.catch(() => undefined);
		return move;
	}

	const unsubscribe = store.listen(({ kind }) => {
		if (kind === 'clock_moved') follow().catch(onError);
	});
	const stopFollowing = onAhead((ahead) => {
		moveAhead(ahead).catch(onError);
	});

	return {
		now: () => clock.now(),
		ahead: () => simulated.ahead(),
		next: () => pendingWork.next(),
		advance: (milliseconds) => {
			const target = clock.now() + milliseconds;
			return afterLastMove(() => target);
		},
		advanceToNext: (within) =>
			afterLastMove((next) => (next === null || next.at > clock.now() + within ? clock.now() : next.at)),
		stop() {
			stopped = true;
			unsubscribe();
			stopFollowing();
		},
	};
}
