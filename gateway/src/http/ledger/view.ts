import { timestamp, timestampOrNull } from '../../domain/clock.ts';
import type { InstanceId } from '../../domain/ids.ts';
import { explainBreak } from '../../domain/ledger/break.ts';
import { formatVerdict, type LedgerFigures } from '../../domain/ledger/figures.ts';
import { HOUR } from '../../ledger/hours.ts';
import type { LedgerHour } from '../../ledger/read-ledger.ts';
import type { LedgerHourItem } from './schema.ts';

/** An hour of the ledger as a response has it; instances without a name were deleted, and are left out. */
export function ledgerHourItem(
	{ from, state, countedAt, instances }: LedgerHour,
	nameOf: (instanceId: string) => string | undefined,
): LedgerHourItem {
	const kept = instances.filter(({ instanceId }) => instanceId === '' || nameOf(instanceId) !== undefined);
	return {
		from: timestamp(from),
		to: timestamp(from + HOUR),
		state,
		countedAt: timestampOrNull(countedAt),
		...totalOf(kept.map(({ figures }) => figures)),
		instances: kept.flatMap(({ instanceId, figures }) => {
			if (instanceId === '') return [];
			const instanceName = nameOf(instanceId) ?? '';
			return { instanceId, instanceName, ...figures, verdict: formatVerdict(figures) };
		}),
		breaks: kept.flatMap(({ breaks }) =>
			breaks.map((found) => ({ ...found, description: explainBreak(found) })),
		),
	};
}

/** The instances of hours. */
export function instancesIn(hours: readonly LedgerHour[]): InstanceId[] {
	return hours.flatMap(({ instances }) =>
		instances.flatMap(({ instanceId }) => (instanceId === '' ? [] : instanceId)),
	);
}

/** The verdict over several figures. */
export function totalOf(figures: readonly Pick<LedgerFigures, 'checked' | 'missing'>[]) {
	const sums = { checked: 0, missing: 0 };
	for (const { checked, missing } of figures) {
		sums.checked += checked;
		sums.missing += missing;
	}
	return { ...sums, verdict: formatVerdict(sums) };
}
