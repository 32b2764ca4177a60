import type { Cancel, Clock } from '../domain/clock.ts';

/** Longest delay of a timer of the platform, in milliseconds; a longer one would fire at once. */
const LONGEST_DELAY = 2 ** 31 - 1;
/** Maximum milliseconds of one move: as far ahead as a message can be scheduled, and a day. */
export const LONGEST_MOVE = 31 * 24 * 3_600_000;

interface Timer {
	/** Simulated epoch milliseconds. */
	at: number;
	fire: () => unknown;
	/** Whether a move stops at this timer. */
	isStep: boolean;
	cancel: Cancel;
}

/** Time that runs ahead of the real one, by as much as it was moved forward. */
export interface SimulatedClock {
	/**
	 * The simulated time. A move fires its timers together at its end: they belong to work that repeats, or that reads
	 * due rows.
	 */
	clock: Clock;
	/** The same time, for timers of single events: a move stops at each of them. */
	steps: Clock;
	/** Milliseconds by which the simulated time is ahead of the real one. */
	ahead(): number;
	/** When the next timer of `steps` is due, in simulated epoch milliseconds; null: there is none. */
	nextStep(): number | null;
	/** Lets the timers of `steps` wait for `catchUp` and `moveAhead`, until the returned function is called. */
	holdSteps(): () => void;
	/** Fires the timers that are due by now; resolves when the work that they started has ended. */
	catchUp(): Promise<void>;
	/** Whether work is under way that a timer has started. */
	isWorking(): boolean;
	/**
	 * Sets the lead over the real time, in milliseconds; never moves back. Fires the timers that are due then, in the
	 * order of their times; resolves when the work that they started has ended.
	 */
	moveAhead(milliseconds: number): Promise<void>;
}

/** Creates a clock that is `real` until it is moved. */
export function createSimulatedClock(real: Clock): SimulatedClock {
	let ahead = 0;
	let isHeld = false;
	const timers = new Set<Timer>();
	/** Work that timers have started. */
	const working = new Set<unknown>();
	const now = (): number => real.now() + ahead;

	/** Resolves when the work that the timer starts has ended. */
	function run(timer: Timer): Promise<void> | undefined {
		timers.delete(timer);
		timer.cancel();
		const work = timer.fire();
		if (!(work instanceof Promise)) return undefined;
		working.add(work);
		const end = (): void => {
			working.delete(work);
		};
		return work.then(end, end);
	}

	/** Lets the real clock fire a timer if nobody moves the time until then. */
	function arm(timer: Timer): void {
		const delay = Math.max(0, timer.at - now());
		timer.cancel =
			delay > LONGEST_DELAY
				? real.schedule(LONGEST_DELAY, () => {
						arm(timer);
					})
				: real.schedule(delay, () => (timer.isStep && isHeld ? undefined : run(timer)));
	}

	function schedule(isStep: boolean): Clock['schedule'] {
		return (delay, fire) => {
			const timer: Timer = { at: now() + delay, fire, isStep, cancel: () => undefined };
			timers.add(timer);
			arm(timer);
			return () => {
				timers.delete(timer);
				timer.cancel();
			};
		};
	}

	async function fireDue(): Promise<void> {
		const due = [...timers].filter(({ at }) => at <= now()).sort((a, b) => a.at - b.at);
		// One of them may cancel another.
		await Promise.allSettled(due.map((timer) => (timers.has(timer) ? run(timer) : undefined)));
	}

	return {
		clock: { now, schedule: schedule(false) },
		steps: { now, schedule: schedule(true) },
		ahead: () => ahead,
		holdSteps() {
			isHeld = true;
			return () => {
				isHeld = false;
				for (const timer of timers) if (timer.at <= now()) void run(timer);
			};
		},
		catchUp: fireDue,
		isWorking: () => working.size > 0,
		nextStep() {
			let next = Infinity;
			for (const { isStep, at } of timers) if (isStep && at < next) next = at;
			return next === Infinity ? null : next;
		},
		async moveAhead(milliseconds) {
			if (milliseconds <= ahead) return;
			ahead = milliseconds;
			const running = fireDue();
			for (const timer of timers) {
				timer.cancel();
				arm(timer);
			}
			await running;
		},
	};
}
