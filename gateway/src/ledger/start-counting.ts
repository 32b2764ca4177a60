import { HOUR } from '../domain/duration.ts';
import { utcHour } from '../domain/clock.ts';
import { countWaiting } from '../domain/ledger/figures.ts';
import type { Retention } from '../retention/retention.ts';
import { repeatLocked, type LockedJobDeps, type JobRun } from '../store/cluster/repeat-locked.ts';
import { condenseAcknowledgements } from '../store/ledger/acknowledgements.ts';
import {
	findFirstCounted,
	hasCountsAfter,
	listCountedHours,
	setCountedAt,
	writeCountedHour,
} from '../store/ledger/counted-hours.ts';
import type { LedgerHourTable } from '../store/schema/ledger.ts';
import type { Store } from '../store/store.ts';
import { countPeriod } from './count-period.ts';
import {
	canCount,
	finalAt,
	isCountedWhole,
	messagesKeptSince,
	SETTLING_TIME,
	startOf,
	startOfHour,
} from './hours.ts';

/** Milliseconds between two searches for hours to count. */
const INTERVAL = 60_000;
/** Milliseconds after which the job lock of a process that crashed expires. */
const LOCK_DURATION = 5 * 60_000;
/** Milliseconds after which an hour with unfinished messages or deliveries is counted again. */
const RECOUNT_AFTER = HOUR;
/** Hours before the present one that are counted where the gateway was not running, or has just been upgraded. */
const HOURS_BACK = 48;

export interface CountingDeps extends LockedJobDeps {
	store: Pick<Store, 'commit' | 'read'>;
	retention: Retention;
}

/** An hour to count: its start, and whether it is the last time. */
interface DueHour {
	from: number;
	isFinal: boolean;
}

/**
 * Counts each hour soon after its end, again while records of it are unfinished, and a last time within a day, before
 * its rows are removed. One gateway on a database at a time does this. Returns a function that stops it after the
 * running slice.
 */
export function startCounting(deps: CountingDeps): () => Promise<void> {
	const { store, clock, retention } = deps;

	async function count({ from, isFinal }: DueHour, { pause }: JobRun): Promise<void> {
		let begun = clock.now();
		const messagesSince = messagesKeptSince(begun, retention);
		const counted = await countPeriod(store.read, { from, to: from + HOUR, messagesSince }, async () => {
			// The pause is as long as the last slice took, so counting reads at most half of the time.
			const lasted = await pause(Math.max(1, clock.now() - begun));
			begun = clock.now();
			return lasted;
		});
		if (counted === null) return;
		const { instances, acknowledgements } = counted;
		const hour = utcHour(from);
		await store.commit(async ({ db }) => {
			await writeCountedHour(
				db,
				{
					hour,
					state: isFinal ? 'final' : 'counted',
					waiting: instances.reduce((sum, { figures }) => sum + countWaiting(figures), 0),
					counted_at: clock.now(),
				},
				instances.map(({ instanceId, figures, breaks }) => ({
					instance_id: instanceId,
					hour,
					figures: JSON.stringify(figures),
					breaks: JSON.stringify(breaks),
				})),
			);
			for (const each of acknowledgements) await condenseAcknowledgements(db, each);
		});
	}

	return repeatLocked(deps, {
		name: 'ledger',
		interval: INTERVAL,
		lockDuration: LOCK_DURATION,
		isDue: async (now) =>
			(await hasCountsAfter(store.read, utcHour(now - HOUR), now)) ||
			(await findDueHours(store, retention, now)).length > 0,
		async run(jobRun) {
			await reopenHours(store, jobRun.now);
			for (const hour of await findDueHours(store, retention, jobRun.now)) {
				if (!jobRun.shouldContinue()) return;
				await count(hour, jobRun);
			}
		},
	});
}

/**
 * Marks the hours whose count has a time in the future as counted before their end, so that they are counted again after
 * it: a clock was ahead when they were counted. Keeps their figures, because it may be this clock that is behind.
 */
async function reopenHours({ read, commit }: Pick<Store, 'commit' | 'read'>, now: number): Promise<void> {
	const hour = utcHour(now - HOUR);
	if (!(await hasCountsAfter(read, hour, now))) return;
	await commit(({ db }) => setCountedAt(db, hour, { after: now, countedAt: now - HOUR }));
}

/** Finds the hours to count now, oldest first: those that were never counted, and those that may have changed. */
async function findDueHours(
	{ read }: Pick<Store, 'read'>,
	retention: Retention,
	now: number,
): Promise<DueHour[]> {
	const present = startOfHour(now);
	const earliest = present - HOURS_BACK * HOUR;
	const counted = await listCountedHours(read, { from: earliest, to: present });
	// Without a counted hour, the ledger is new: older hours have no records to compare.
	const firstCounted = await findFirstCounted(read, now);
	const first = firstCounted === null ? present - HOUR : Math.max(startOf(firstCounted), earliest);
	const due: DueHour[] = [];
	for (let from = first; from + HOUR + SETTLING_TIME <= now; from += HOUR) {
		const isFinal = now >= finalAt(from, retention);
		if (canCount(from, now, retention) && mayHaveChanged(from, counted.get(utcHour(from)), { now, isFinal }))
			due.push({ from, isFinal });
	}
	return due;
}

/** Whether the figures of an hour that has ended may differ from those counted before. */
function mayHaveChanged(
	from: number,
	counted: LedgerHourTable | undefined,
	{ now, isFinal }: { now: number; isFinal: boolean },
): boolean {
	if (counted === undefined || !isCountedWhole(from, counted, now)) return true;
	if (counted.state === 'final') return false;
	return isFinal || (counted.waiting > 0 && now >= counted.counted_at + RECOUNT_AFTER);
}
