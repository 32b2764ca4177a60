import { countWaiting } from '../domain/ledger/figures.ts';
import type { Retention } from '../retention/retention.ts';
import { repeatLocked, type LockedJobDeps, type Turn } from '../store/cluster/repeat-locked.ts';
import { condenseAcknowledgements } from '../store/ledger/acknowledgements.ts';
import { findLastCounted, listNotFinal, writeCountedHour } from '../store/ledger/counted-hours.ts';
import type { Store } from '../store/store.ts';
import { countPeriod } from './count-period.ts';
import {
	canCount,
	finalAt,
	HOUR,
	messagesKeptSince,
	nameOfHour,
	SETTLING_TIME,
	startOf,
	startOfHour,
} from './hours.ts';

/** Milliseconds between two looks for hours to count. */
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
 * Counts each hour soon after its end, again while something of it is not finished, and a last time within a day, before its
 * rows are removed. Of several gateways on a database one does it at a time. Returns a function that ends
 * this after the running slice.
 */
export function startCounting(deps: CountingDeps): () => Promise<void> {
	const { store, clock, retention } = deps;

	async function count({ from, isFinal }: DueHour, { pause }: Turn): Promise<void> {
		let begun = clock.now();
		const messagesSince = messagesKeptSince(begun, retention);
		const counted = await countPeriod(store.read, { from, to: from + HOUR, messagesSince }, async () => {
			// It reads at most half of the time.
			const lasted = await pause(Math.max(1, clock.now() - begun));
			begun = clock.now();
			return lasted;
		});
		if (counted === null) return;
		const { instances, acknowledgements } = counted;
		const hour = nameOfHour(from);
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
		isDue: async (now) => (await findDueHours(store, retention, now)).length > 0,
		async run(turn) {
			for (const hour of await findDueHours(store, retention, turn.now)) {
				if (!turn.shouldContinue()) return;
				await count(hour, turn);
			}
		},
	});
}

/** Finds the hours that have to be counted now, oldest first: those that never were, and those that may have changed. */
async function findDueHours(
	{ read }: Pick<Store, 'read'>,
	retention: Retention,
	now: number,
): Promise<DueHour[]> {
	const earliest = startOfHour(now) - HOURS_BACK * HOUR;
	const last = await findLastCounted(read);
	const due: DueHour[] = [];
	for (const { hour, waiting, counted_at: countedAt } of await listNotFinal(read, nameOfHour(earliest))) {
		const from = startOf(hour);
		const isFinal = now >= finalAt(from, retention);
		if (isFinal || (waiting > 0 && now >= countedAt + RECOUNT_AFTER)) due.push({ from, isFinal });
	}
	// A database that has no counted hour yet has nothing to compare with from before it knew the ledger.
	const first = last === null ? startOfHour(now) - HOUR : startOf(last) + HOUR;
	for (let from = Math.max(first, earliest); from + HOUR + SETTLING_TIME <= now; from += HOUR) {
		due.push({ from, isFinal: now >= finalAt(from, retention) });
	}
	return due.filter(({ from }) => canCount(from, now, retention));
}
