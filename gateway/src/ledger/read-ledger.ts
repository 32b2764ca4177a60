import { HOUR } from '../domain/duration.ts';
import { setImmediate as nextIteration } from 'node:timers/promises';
import { utcHour, type Clock } from '../domain/clock.ts';
import type { InstanceId } from '../domain/ids.ts';
import type { Break } from '../domain/ledger/break.ts';
import type { LedgerFigures } from '../domain/ledger/figures.ts';
import { memoizeFor } from '../lib/concurrency/memoize-for.ts';
import type { Retention } from '../retention/retention.ts';
import { listBreaks, listCountedHours, listFigures } from '../store/ledger/counted-hours.ts';
import type { Db } from '../store/schema.ts';
import type { LedgerHourTable, LedgerState } from '../store/schema/ledger.ts';
import { countPeriod } from './count-period.ts';
import { canCount, isCountedWhole, messagesKeptSince, startOfHour } from './hours.ts';
import type { InstanceCount } from './tally.ts';

/**
 * The state of an hour. `open`: it was counted for this request, and may change; `past_retention`: its rows are
 * removed, and it was not counted before.
 */
export type HourState = LedgerState | 'open' | 'past_retention';

/** An hour of the ledger. */
export interface LedgerHour {
	/** Its start, in epoch milliseconds. */
	from: number;
	state: HourState;
	/** Null: never. */
	countedAt: number | null;
	/** The instances that had something to count, and `''` for rows that belong to no known instance. */
	instances: readonly Counted[];
	/** Reads the stored breaks of some of the instances, in the order of `of`; at most `most` of them. */
	readBreaks: (of: readonly Counted[], most: number) => Promise<Break[]>;
}

export type Counted = Pick<InstanceCount, 'instanceId' | 'figures'>;

export interface LedgerRange {
	/** Epoch milliseconds; the hours of both are included. */
	from: number;
	to: number;
	/** Null: all. */
	instanceIds: readonly (InstanceId | '')[] | null;
	/** Whether hours are counted again that were counted before, as far as their rows are kept. */
	recount: boolean;
}

/**
 * Reads the hours of a range, newest first, each when it is asked for. Yields to the event loop before each, so that a
 * long range does not block other requests.
 */
export type ReadLedger = (range: LedgerRange) => AsyncGenerator<LedgerHour>;

export interface LedgerDeps {
	db: Db;
	clock: Clock;
	retention: Retention;
}

/** Milliseconds for which later requests get the count of an earlier request for the same hour. */
const FRESH = 2000;
/** Milliseconds between two slices. */
const PAUSE = 1;
/** Instances whose breaks one query reads: each has up to 100. */
const BREAKS_OF = 32;

export function createReadLedger({ db, clock, retention }: LedgerDeps): ReadLedger {
	const pause = async (): Promise<boolean> => {
		await new Promise<void>((resolve) => {
			clock.schedule(PAUSE, resolve);
		});
		return true;
	};
	const countNow = async (from: number): Promise<{ countedAt: number; instances: InstanceCount[] }> => {
		const countedAt = clock.now();
		const messagesSince = messagesKeptSince(countedAt, retention);
		const counted = await countPeriod(db, { from, to: from + HOUR, messagesSince }, pause);
		return { countedAt, instances: counted?.instances ?? [] };
	};
	const count = memoizeFor(clock, FRESH, countNow);

	const readHour = async (
		from: number,
		{ instanceIds, recount }: LedgerRange,
		known: LedgerHourTable | undefined,
	): Promise<LedgerHour> => {
		const isCountable = canCount(from, clock.now(), retention);
		const isKnown = known !== undefined && isCountedWhole(from, known, clock.now());
		if (known !== undefined && !(isCountable && (recount || !isKnown)))
			return storedHour(db, from, known, instanceIds);
		if (!isCountable) {
			const readBreaks = () => Promise.resolve([]);
			return { from, state: 'past_retention', countedAt: null, instances: [], readBreaks };
		}
		const { countedAt, instances } = await (recount ? countNow(from) : count(from));
		const wanted = instances.filter(({ instanceId }) => instanceIds?.includes(instanceId) ?? true);
		return {
			from,
			state: 'open',
			countedAt,
			instances: wanted,
			readBreaks(of, most) {
				const ids = new Set(of.map(({ instanceId }) => instanceId));
				const breaks = wanted.flatMap((each) => (ids.has(each.instanceId) ? each.breaks : []));
				return Promise.resolve(breaks.slice(0, most));
			},
		};
	};

	return async function* (range) {
		const [first, last] = [startOfHour(range.from), startOfHour(range.to)];
		const stored = await listCountedHours(db, { from: first, to: last + HOUR });
		for (let from = last; from >= first; from -= HOUR) {
			if (from < last) await nextIteration();
			yield await readHour(from, range, stored.get(utcHour(from)));
		}
	};
}

/** An hour that was counted before. Its breaks are read separately: few instances have any, and those have many. */
async function storedHour(
	db: Db,
	from: number,
	{ hour, state, counted_at: countedAt }: LedgerHourTable,
	instanceIds: LedgerRange['instanceIds'],
): Promise<LedgerHour> {
	const rows = await listFigures(db, hour, instanceIds);
	return {
		from,
		state,
		countedAt,
		instances: rows.map((row) => ({
			instanceId: row.instance_id,
			figures: JSON.parse(row.figures) as LedgerFigures,
		})),
		async readBreaks(of, most) {
			const broken = of.filter(({ figures }) => figures.missing > 0).map(({ instanceId }) => instanceId);
			const breaks: Break[] = [];
			for (let next = 0; next < broken.length && breaks.length < most; next += BREAKS_OF) {
				for (const row of await listBreaks(db, hour, broken.slice(next, next + BREAKS_OF))) {
					if (breaks.length < most) breaks.push(...(JSON.parse(row.breaks) as Break[]));
				}
			}
			return breaks.slice(0, most);
		},
	};
}
