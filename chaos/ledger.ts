import type { GatewayProcess } from '../bench/server/gateway.ts';
import { request } from './load/request.ts';
import type { LedgerRecord } from './history/record.ts';
import type { Recorder } from './history/recorder.ts';

interface Hour {
	checked: number;
	missing: number;
	outbound: { accepted: number; waiting: number };
	inbound: { acknowledged: number; stored: number };
	deliveries: Record<string, number>;
	breaks: { kind: string; messageId: string | null; eventId: string | null; networkId: string | null }[];
}

interface Page {
	data: Hour[];
	pagination: { nextTo: string | null };
}

const HOUR = 3_600_000;
/** Hours that are compared: no run lasts longer. */
const HOURS = 24;

/** Records the gateway's own account of the run: its ledger, counted again from all rows. Throws when it cannot be read. */
export async function recordLedger(gateway: GatewayProcess, { record }: Recorder): Promise<void> {
	const hours = await readHours(gateway);
	const sum = (countOf: (hour: Hour) => number): number =>
		hours.reduce((count, hour) => count + countOf(hour), 0);
	const ledger: Omit<LedgerRecord, 'at'> = {
		kind: 'ledger',
		checked: sum(({ checked }) => checked),
		missing: sum(({ missing }) => missing),
		breaks: hours.flatMap(({ breaks }) =>
			breaks.map(({ kind, ...ids }) => `${kind} ${ids.messageId ?? ids.eventId ?? ids.networkId ?? ''}`),
		),
		accepted: sum(({ outbound }) => outbound.accepted),
		waiting: sum(({ outbound }) => outbound.waiting),
		acknowledged: sum(({ inbound }) => inbound.acknowledged),
		stored: sum(({ inbound }) => inbound.stored),
		unfinished: sum(
			({ deliveries: { pending = 0, waiting = 0, collecting = 0 } }) => pending + waiting + collecting,
		),
		failed: sum(({ deliveries }) => deliveries.failed ?? 0),
		delivered: sum(({ deliveries }) => deliveries.success ?? 0),
	};
	record(ledger);
}

async function readHours(gateway: GatewayProcess): Promise<Hour[]> {
	const now = Date.now();
	const from = new Date(now - (HOURS - 1) * HOUR).toISOString();
	const read: Hour[] = [];
	for (let to: string | null = new Date(now).toISOString(); to !== null; ) {
		const query = new URLSearchParams({ groupBy: 'hour', recount: 'true', from, to });
		const path = `/v1/ledger?${query.toString()}`;
		const { status, body } = await request(gateway, 'GET', path);
		if (status !== 200) throw new Error(`${path} got the status ${status}.`);
		const { data, pagination } = body as Page;
		read.push(...data);
		to = pagination.nextTo;
	}
	return read;
}
