import { HOUR } from '../../domain/duration.ts';
import { timestamp, timestampOrNull } from '../../domain/clock.ts';
import { explainBreak, type Break } from '../../domain/ledger/break.ts';
import { addFigures, formatVerdict, NO_FIGURES, type LedgerFigures } from '../../domain/ledger/figures.ts';
import type { Counted, LedgerHour } from '../../ledger/read-ledger.ts';
import type { NameOf } from '../../store/ledger/instance-names.ts';
import type { LedgerHourItem } from './schema.ts';

/** An hour of the ledger as a response contains it, with the sums of its instances. */
export function ledgerHourItem(
	{ from, state, countedAt }: Pick<LedgerHour, 'from' | 'state' | 'countedAt'>,
	kept: readonly Counted[],
	breaks: readonly Break[],
): Omit<LedgerHourItem, 'instances'> {
	const sums = kept.reduce((sum, { figures }) => addFigures(sum, figures), NO_FIGURES);
	return {
		from: timestamp(from),
		to: timestamp(from + HOUR),
		state,
		countedAt: timestampOrNull(countedAt),
		...withVerdict(sums),
		breaks: breaks.map((found) => ({ ...found, description: explainBreak(found) })),
	};
}

/** The instances of an hour as a response contains them. */
export function ledgerInstances(counted: readonly Counted[], nameOf: NameOf): LedgerHourItem['instances'] {
	return counted.flatMap(({ instanceId, figures }) => {
		const instanceName = nameOf(instanceId);
		return instanceName === undefined ? [] : { instanceId, instanceName, ...withVerdict(figures) };
	});
}

function withVerdict(figures: LedgerFigures) {
	return { ...figures, verdict: formatVerdict(figures) };
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
