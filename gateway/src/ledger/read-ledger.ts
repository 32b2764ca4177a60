import type { Clock } from '../domain/clock.ts';
import type { InstanceId } from '../domain/ids.ts';
import type { Break } from '../domain/ledger/break.ts';
import type { LedgerFigures } from '../domain/ledger/figures.ts';
import { memoizeFor } from '../lib/memoize-for.ts';
import type { Retention } from '../retention/retention.ts';
import { listCountedHours, listCounts } from '../store/ledger/counted-hours.ts';
import type { Db } from '../store/schema.ts';
import type { LedgerState } from '../store/schema/ledger.ts';
import { countPeriod } from './count-period.ts';
import { canCount, HOUR, nameOfHour, startOfHour } from './hours.ts';
import type { InstanceCount } from './tally.ts';

/**
 * How far an hour is counted. `open`: it was counted for this request, and may change; `past_retention`: its rows are
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
	/** Those that had something to count, and `''` for what belongs to no instance that is known. */
	instances: readonly InstanceCount[];
}

export interface LedgerRange {
	/** Epoch milliseconds; the hours of both are included. */
	from: number;
	to: number;
	/** Null: all. */
	instanceIds: readonly (InstanceId | '')[] | null;
	/** Whether hours are counted again that were counted before, as far as their rows are kept. */
	recount: boolean;
}

/** Returns the hours of a range, newest first, until `enough` of their instances are read. */
export type ReadLedger = (range: LedgerRange, enough: number) => Promise<LedgerHour[]>;

export interface LedgerDeps {
	db: Db;
	clock: Clock;
	retention: Retention;
}

/** Milliseconds for which an hour that was counted for a request is good for others. */
const FRESH = 2000;
/** Milliseconds between two slices. */
const PAUSE = 1;

export function createReadLedger({ db, clock, retention }: LedgerDeps): ReadLedger {
	const pause = async (): Promise<boolean> => {
		await new Promise<void>((resolve) => {
			clock.schedule(PAUSE, resolve);
		});
		return true;
	};
	const countNow = async (from: number): Promise<{ countedAt: number; instances: InstanceCount[] }> => {
		const countedAt = clock.now();
		const counted = await countPeriod(db, { from, to: from + HOUR }, pause);
		return { countedAt, instances: counted?.instances ?? [] };
	};
	const count = memoizeFor(clock, FRESH, countNow);

	return async ({ from: first, to: last, instanceIds, recount }, enough) => {
		const now = clock.now();
		const stored = await listCountedHours(db, { from: startOfHour(first), to: startOfHour(last) + HOUR });
		const isWanted = ({ instanceId }: InstanceCount) => instanceIds?.includes(instanceId) ?? true;
		const hours: LedgerHour[] = [];
		let read = 0;
		for (let from = startOfHour(last); from >= startOfHour(first) && read < enough; from -= HOUR) {
			const known = stored.get(nameOfHour(from));
			const isCountable = canCount(from, now, retention);
			let hour: LedgerHour;
			if (known !== undefined && !(recount && isCountable)) {
				const rows = await listCounts(db, [known.hour], instanceIds);
				const instances = rows.map((row) => ({
					instanceId: row.instance_id,
					figures: JSON.parse(row.figures) as LedgerFigures,
					breaks: JSON.parse(row.breaks) as Break[],
				}));
				hour = { from, state: known.state, countedAt: known.counted_at, instances };
			} else if (isCountable) {
				const counted = await (recount ? countNow(from) : count(from));
				hour = { from, state: 'open', ...counted, instances: counted.instances.filter(isWanted) };
			} else {
				hour = { from, state: 'past_retention', countedAt: null, instances: [] };
			}
			hours.push(hour);
			read += hour.instances.length;
		}
		return hours;
	};
}
