import type { GatewayProcess } from '../bench/server/gateway.ts';
import { request } from './load/request.ts';
import type { LedgerRecord } from './history/record.ts';
import type { Recorder } from './history/recorder.ts';

interface Page {
	data: {
		instances: {
			outbound: { accepted: number; waiting: number };
			inbound: { acknowledged: number; stored: number };
			deliveries: Record<string, number>;
		}[];
		breaks: { kind: string; messageId: string | null; eventId: string | null; networkId: string | null }[];
	}[];
	total: { checked: number; missing: number };
}

/** Records the gateway's own account of the run: its ledger, counted again from all rows. Throws when it cannot be read. */
export async function recordLedger(gateway: GatewayProcess, { record }: Recorder): Promise<void> {
	const path = '/v1/ledger?recount=true';
	const { status, body } = await request(gateway, 'GET', path);
	if (status !== 200) throw new Error(`${path} got the status ${status}.`);
	const { data, total } = body as Page;
	const instances = data.flatMap((hour) => hour.instances);
	const sum = (countOf: (instance: (typeof instances)[number]) => number): number =>
		instances.reduce((count, instance) => count + countOf(instance), 0);
	const ledger: Omit<LedgerRecord, 'at'> = {
		kind: 'ledger',
		checked: total.checked,
		missing: total.missing,
		breaks: data.flatMap(({ breaks }) =>
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
