import { createReadNames } from '../../store/ledger/instance-names.ts';
import type { LedgerRange, ReadLedger } from '../../ledger/read-ledger.ts';
import { NAMED_BREAKS } from '../../ledger/tally.ts';
import type { Db } from '../../store/schema.ts';
import type { GroupBy, LedgerHourItem } from './schema.ts';
import { ledgerHourItem, ledgerInstances } from './view.ts';

interface Options {
	groupBy: GroupBy;
	/** Instances of hours after which no further hour is read. */
	enough: number;
}

/**
 * Reads the hours of a range for a response, newest first. Of each hour, memory holds only what the response contains.
 * Leaves out deleted instances, which have no name.
 */
export async function readHours(
	{ db, readLedger }: { db: Db; readLedger: ReadLedger },
	range: LedgerRange,
	{ groupBy, enough }: Options,
): Promise<LedgerHourItem[]> {
	const readNames = createReadNames(db);
	const items: LedgerHourItem[] = [];
	let read = 0;
	for await (const hour of readLedger(range)) {
		const { instances } = hour;
		const nameOf = await readNames(
			instances.flatMap(({ instanceId }) => (instanceId === '' ? [] : instanceId)),
		);
		const kept = instances.filter(({ instanceId }) => instanceId === '' || nameOf(instanceId) !== undefined);
		const byInstance = groupBy === 'instance';
		const breaks = await hour.readBreaks(kept, byInstance ? Infinity : NAMED_BREAKS);
		items.push({
			...ledgerHourItem(hour, kept, breaks),
			instances: byInstance ? ledgerInstances(kept, nameOf) : [],
		});
		read += instances.length;
		if (read >= enough) break;
	}
	return items;
}
