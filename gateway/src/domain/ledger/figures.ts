import type { DeliveryStatus } from '../webhooks/webhook.ts';
import { NO_DELIVERIES } from '../webhooks/webhook.ts';

/** The figures of the ledger for an instance in a period. */
export interface LedgerFigures {
	outbound: OutboundFigures;
	inbound: InboundFigures;
	/** Events that were recorded. */
	events: number;
	/** Deliveries by status, and how many the events were recorded with. */
	deliveries: Readonly<Record<DeliveryStatus, number>> & { expected: number };
	/** How many links between records were checked, and how many of them are broken. */
	checked: number;
	missing: number;
}

/** Messages that clients sent, by the time at which they were accepted, or are due. */
export interface OutboundFigures {
	accepted: number;
	/** Scheduled, or queued for the network. */
	waiting: number;
	/** Acknowledged by the network, whether delivered and read since or not. */
	acknowledged: number;
	delivered: number;
	read: number;
	/** Failed, of which some expired or were cancelled. */
	failed: number;
	expired: number;
	cancelled: number;
}

/** Messages that networks delivered, by the time at which they were stored. */
export interface InboundFigures {
	/** Acknowledged to the network, as the driver noted it. */
	acknowledged: number;
	/** Received messages, and those that the owner wrote on the phone. */
	stored: number;
	/** Stored without their content, which is awaited: their events follow. */
	waiting: number;
}

export const NO_FIGURES: LedgerFigures = {
	outbound: {
		accepted: 0,
		waiting: 0,
		acknowledged: 0,
		delivered: 0,
		read: 0,
		failed: 0,
		expired: 0,
		cancelled: 0,
	},
	inbound: { acknowledged: 0, stored: 0, waiting: 0 },
	events: 0,
	deliveries: { ...NO_DELIVERIES, expected: 0 },
	checked: 0,
	missing: 0,
};

/** Adds figures of the same instance, or of several ones. */
export function addFigures(a: LedgerFigures, b: LedgerFigures): LedgerFigures {
	return {
		outbound: addCounts(a.outbound, b.outbound),
		inbound: addCounts(a.inbound, b.inbound),
		events: a.events + b.events,
		deliveries: addCounts(a.deliveries, b.deliveries),
		checked: a.checked + b.checked,
		missing: a.missing + b.missing,
	};
}

function addCounts<Counts extends object>(a: Counts, b: Counts): Counts {
	const sums = { ...a } as Record<string, number>;
	for (const [name, count] of Object.entries(b) as [string, number][]) sums[name] = (sums[name] ?? 0) + count;
	return sums as Counts;
}

/** How many messages and deliveries are not finished. */
export function countWaiting({ outbound, inbound, deliveries }: LedgerFigures): number {
	const { pending, waiting, collecting } = deliveries;
	return outbound.waiting + inbound.waiting + pending + waiting + collecting;
}

/** The verdict as a sentence, such as "0 of 4,812 missing". */
export function formatVerdict({ checked, missing }: Pick<LedgerFigures, 'checked' | 'missing'>): string {
	return `${missing.toLocaleString('en')} of ${checked.toLocaleString('en')} missing`;
}
