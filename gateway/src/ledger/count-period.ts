import { breakOf } from '../domain/ledger/break.ts';
import { compareAcknowledgements, type ComparedAcknowledgements } from '../store/ledger/acknowledgements.ts';
import { endOfSlice, type ComparedPeriod } from '../store/ledger/slice.ts';
import type { Db } from '../store/schema.ts';
import { countSlice } from './count-slice.ts';
import { createTally, type InstanceCount } from './tally.ts';

/** The figures of a period. */
export interface PeriodCount {
	instances: InstanceCount[];
	/** The acknowledgements of networks that were compared. */
	acknowledgements: ComparedAcknowledgements[];
}

/**
 * Counts a period, slice by slice, with a pause after each in which others read. Rows that change meanwhile are counted
 * as they are read. Returns null where `pause` returned false.
 */
export async function countPeriod(
	db: Db,
	{ from, to, messagesSince }: ComparedPeriod,
	pause: () => Promise<boolean>,
): Promise<PeriodCount | null> {
	const tally = createTally();
	for (let start = from; start < to; ) {
		const end = await endOfSlice(db, { from: start, to });
		await countSlice(db, { from: start, to: end, messagesSince }, tally);
		start = end;
		if (start < to && !(await pause())) return null;
	}
	const acknowledgements = await compareAcknowledgements(db, { from, to });
	for (const { instanceId, acknowledged, missing } of acknowledgements) {
		tally.add(instanceId, { inbound: { acknowledged }, checked: acknowledged });
		for (const networkId of missing) {
			tally.addBreak(breakOf({ kind: 'acknowledged_without_message', instanceId, networkId }));
		}
	}
	return { instances: tally.counts(), acknowledgements };
}
