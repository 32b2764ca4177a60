import type { InstanceId } from '../domain/ids.ts';
import type { Break } from '../domain/ledger/break.ts';
import { addFigures, NO_FIGURES, type LedgerFigures } from '../domain/ledger/figures.ts';

/** Most breaks that are named of an instance in an hour; the figures count all. */
export const NAMED_BREAKS = 100;

/** The figures of one instance, or of rows that belong to no known instance. */
export interface InstanceCount {
	instanceId: InstanceId | '';
	figures: LedgerFigures;
	/** The first breaks that were found. */
	breaks: readonly Break[];
}

/** Figures of several instances that are added up. */
export interface Tally {
	add(instanceId: InstanceId | '', figures: FiguresChange): void;
	/** Counts a break among the missing records. */
	addBreak(found: Break): void;
	counts(): InstanceCount[];
}

/** Figures to add; absent ones are 0. */
export type FiguresChange = {
	[Name in keyof LedgerFigures]?: LedgerFigures[Name] extends number ? number : Partial<LedgerFigures[Name]>;
};

export function createTally(): Tally {
	const figures = new Map<InstanceId | '', LedgerFigures>();
	const breaks = new Map<InstanceId | '', Break[]>();

	function add(instanceId: InstanceId | '', change: FiguresChange): void {
		const before = figures.get(instanceId) ?? NO_FIGURES;
		figures.set(
			instanceId,
			addFigures(before, {
				outbound: { ...NO_FIGURES.outbound, ...change.outbound },
				inbound: { ...NO_FIGURES.inbound, ...change.inbound },
				events: change.events ?? 0,
				deliveries: { ...NO_FIGURES.deliveries, ...change.deliveries },
				checked: change.checked ?? 0,
				missing: change.missing ?? 0,
			}),
		);
	}

	return {
		add,
		addBreak(found) {
			const instanceId = found.instanceId ?? '';
			add(instanceId, { missing: found.missing });
			const named = breaks.get(instanceId) ?? [];
			if (named.length < NAMED_BREAKS) named.push(found);
			breaks.set(instanceId, named);
		},
		counts: () =>
			[...figures].map(([instanceId, sums]) => ({
				instanceId,
				figures: sums,
				breaks: breaks.get(instanceId) ?? [],
			})),
	};
}
