import { drive, prepareCycle, type Cycle } from '../cycle/drive.ts';
import { undiciAlone } from '../cycle/undici-alone.ts';
import { startLoad, type Load } from '../load/start-load.ts';
import {
	milliseconds,
	perSecond,
	ratioRow,
	type Measurement,
	type Row,
	type MeasureOptions,
} from '../report/row.ts';
import { startGateway } from '../server/gateway.ts';
import { processorTime } from '../server/process-figures.ts';
import { startReceiver } from '../server/start-receiver.ts';
import { median } from '../statistics.ts';

/** Messages a second that must be sustained. */
const REQUIRED = 2000;
/** Messages that may wait at that rate: what is accepted in one second. */
const BACKLOG_LIMIT = REQUIRED;

/** Part of the rate that has to be reached for the backlog to count. */
const REACHED = 0.95;

/** A cycle, and milliseconds of processor time the gateway took for each message. */
type Measured = Cycle & { cost: number };

/** (b) accepted, sent, delivered and read, each step told to a webhook. */
export const fullCycle: Measurement = async (terms) => {
	const load = startLoad();
	const most: Measured[] = [];
	const steady: Measured[] = [];
	const alone: number[] = [];
	try {
		for (let round = 1; round <= terms.rounds; round += 1) {
			const fast = await measured(terms, load, null);
			const even = await measured(terms, load, REQUIRED);
			const limit = await undiciAlone(terms);
			most.push(fast);
			steady.push(even);
			alone.push(limit);
			terms.progress(
				`(b) ${round}/${terms.rounds}: ${perSecond(fast.messages)} read, at ${perSecond(even.accepted)} a backlog of ${even.backlog}, drained in ${String(even.drainedIn)} ms; undici alone ${perSecond(limit)}`,
			);
		}
	} finally {
		await load.end();
	}
	const messages = median(most.map((one) => one.messages));
	const deliveries = median(most.map((one) => one.deliveries));
	return [
		{
			name: '(b) accepted to read, most',
			ours: perSecond(messages),
			required: `>= ${perSecond(REQUIRED)}`,
			ok: messages >= REQUIRED,
		},
		backlogRow(steady),
		ratioRow('(b) deliveries, against undici alone', deliveries, median(alone), 0.6),
		{
			name: '(b) processor time of a message',
			ours: `${median(most.map(({ cost }) => cost)).toFixed(2)} ms`,
			ok: null,
		},
	];
};

/** A backlog says nothing where not even as many were accepted. */
function backlogRow(steady: readonly Cycle[]): Row {
	const accepted = median(steady.map((one) => one.accepted));
	const backlog = median(steady.map((one) => one.backlog));
	const waitUntilDrained = median(steady.map((one) => one.drainedIn ?? Infinity));
	return {
		name: `(b) backlog at ${perSecond(accepted)}, drained in ${milliseconds(waitUntilDrained)}`,
		ours: backlog.toLocaleString('en'),
		required: `<= ${BACKLOG_LIMIT.toLocaleString('en')} at ${perSecond(REQUIRED)}`,
		ok: backlog <= BACKLOG_LIMIT && Number.isFinite(waitUntilDrained) && accepted >= REQUIRED * REACHED,
	};
}

async function measured(terms: MeasureOptions, load: Load, rate: number | null): Promise<Measured> {
	const place = await terms.engine.place();
	const profile = terms.onProfile !== null && rate === null;
	const gateway = await startGateway({ ...place, profile });
	const { receiver, url } = await startReceiver();
	try {
		const instances = await prepareCycle(gateway, url);
		const driven = [{ gateway, load }];
		await drive(driven, receiver, instances, { seconds: 1, rate });
		const before = processorTime(gateway.pid);
		const cycle = await drive(driven, receiver, instances, { seconds: terms.seconds, rate });
		return { ...cycle, cost: ((processorTime(gateway.pid) - before) / cycle.count) * 1000 };
	} finally {
		await gateway.end(profile ? 'SIGTERM' : 'SIGKILL');
		await receiver.end();
		if (profile) await terms.onProfile?.(place.folder);
		await place.remove();
	}
}
