import type { Cancel, Clock } from '../domain/clock.ts';
import { waitAtMost } from '../lib/with-time-limit.ts';
import type { SimulatedClock } from '../runtime/simulated-clock.ts';
import { raiseAhead, readAhead } from '../store/cluster/simulated-clock.ts';
import { probeWrite } from '../store/commit/probe-write.ts';
import type { Store } from '../store/store.ts';
import type { Due } from './due.ts';
import { createPendingWork, type PendingWorkDeps } from './pending-work.ts';

/** Real milliseconds that one request may move the time for; what is left is for the next request. */
const TIME_LIMIT = 20_000;
/** Real milliseconds that the work that a timer starts delays the time by at most. */
const WORK_LIMIT = 8000;
/** Longest list of what fell due. */
const PASSED_LIMIT = 100;

/** How far a move came. */
export interface Advance {
	/** What fell due, in order; the first ones, where there is more. */
	passed: Due[];
	passedCount: number;
	/** Milliseconds that are still to be moved by, because it took too long; 0: none. */
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
	 * Moves the time forward by so many milliseconds, through everything that falls due on the way: each is done at its own
	 * time, before the next. Moves follow one another.
	 */
	advance(milliseconds: number): Promise<Advance>;
	/** Moves the time to what is due next, if that is within so many milliseconds. */
	advanceToNext(within: number): Promise<Advance>;
	stop(): void;
}

export interface SimulatedTimeDeps {
	store: Store;
	realClock: Clock;
	simulated: SimulatedClock;
	sending: PendingWorkDeps['sending'];
	/**
	 * Calls a listener now and then with how far a gateway on the database has moved the time, in milliseconds: the
	 * notification of a move may get lost.
	 */
	onAhead: (listener: (ahead: number) => void) => Cancel;
	onError: (error: unknown) => void;
}

/**
 * Moves the time of a gateway, and follows the moves of other gateways on the database. The time is stored before
 * anything happens at it: after a restart it goes on there, and never back. After a power failure it goes on where the
 * rows are that survived, because they are stored in order.
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
		await moveAhead(await readAhead(store.read));
	}

	async function moveTo(at: number): Promise<void> {
		const ahead = at - realClock.now();
		if (ahead <= simulated.ahead()) {
			await waitAtMost(realClock, WORK_LIMIT, simulated.catchUp());
			return;
		}
		await store.commit(async ({ db, emit }) => {
			await raiseAhead(db, ahead);
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

	/** Syncs what a move has written once, at its end: a day has thousands of commits, of which each waits for the disk. */
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
			// What the network does in the meantime happens in its order, too, and not in the middle of a move.
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
