import { runCycle, prepareCycle, type CycleResult } from '../cycle/run-cycle.ts';
import { undiciAlone } from '../cycle/undici-alone.ts';
import { startLoad, type Load } from '../load/start-load.ts';
import { startMinimalGateway } from '../minimal/start.ts';
import {
	costRow,
	milliseconds,
	perSecond,
	ratioRow,
	type Measurement,
	type Row,
	type MeasureOptions,
} from '../report/row.ts';
import type { EngineName } from '../server/engine.ts';
import { startGateway } from '../server/gateway.ts';
import { processorTime } from '../server/process-figures.ts';
import { startReceiver } from '../server/start-receiver.ts';
import { median } from '../statistics.ts';

/** Required messages per second. At that rate the messages of one second are the largest backlog. */
const REQUIRED: Readonly<Record<EngineName, number>> = { sqlite: 3000, postgres: 2000 };
/** Milliseconds of processor time of a message in the gateway; null: no mark. */
const COST_LIMIT: Readonly<Record<EngineName, number | null>> = { sqlite: 0.35, postgres: null };

/** As many instances as the gateway has. */
const MINIMAL_INSTANCES = [1, 2, 3, 4].map((number) => `inst_01hzz000000000000000000${number}`);

/** Share of the rate that must be accepted for the backlog to count. */
const MIN_ACCEPTED = 0.95;

/** A run, and milliseconds of processor time of the gateway per message. */
type MeasuredCycle = CycleResult & { cost: number };

/** (b) accepted, sent, delivered and read, with a webhook delivery for each step. */
export const fullCycle: Measurement = async (options) => {
	const required = REQUIRED[options.engine.name];
	const load = startLoad();
	const unlimited: MeasuredCycle[] = [];
	const steady: MeasuredCycle[] = [];
	const alone: number[] = [];
	const minimal: MeasuredCycle[] = [];
	try {
		for (let round = 1; round <= options.rounds; round += 1) {
			const fullSpeed = await measure(options, load, null);
			const steadyRun = await measure(options, load, required);
			const limit = await undiciAlone(options);
			const minimalRun = await measureMinimalGateway(options, load);
			unlimited.push(fullSpeed);
			steady.push(steadyRun);
			alone.push(limit);
			minimal.push(minimalRun);
			options.progress(
				`(b) ${round}/${options.rounds}: ${perSecond(fullSpeed.messages)} read, at ${perSecond(steadyRun.accepted)} a backlog of ${steadyRun.backlog}, drained in ${String(steadyRun.drainedIn)} ms; undici alone ${perSecond(limit)}; a minimal gateway ${perSecond(minimalRun.messages)}, ${minimalRun.cost.toFixed(2)} ms each`,
			);
		}
	} finally {
		await load.end();
	}
	const messages = median(unlimited.map((one) => one.messages));
	const deliveries = median(unlimited.map((one) => one.deliveries));
	return [
		{
			name: '(b) accepted to read, unlimited',
			ours: perSecond(messages),
			required: `>= ${perSecond(required)}`,
			ok: messages >= required,
		},
		backlogRow(steady, required),
		ratioRow('(b) deliveries, against undici alone', deliveries, median(alone), 0.6),
		ratioRow(
			'(b) accepted to read, against a minimal gateway',
			messages,
			median(minimal.map((one) => one.messages)),
			null,
		),
		costRow(
			'(b) processor time of a message, against a minimal gateway',
			{ ours: costOf(unlimited), limit: costOf(minimal) },
			{ digits: 2, most: COST_LIMIT[options.engine.name] },
		),
	];
};

function costOf(cycles: readonly MeasuredCycle[]): number {
	return median(cycles.map(({ cost }) => cost));
}

/** The backlog counts only when the gateway accepted messages at the required rate. */
function backlogRow(steady: readonly CycleResult[], required: number): Row {
	const accepted = median(steady.map((one) => one.accepted));
	const backlog = median(steady.map((one) => one.backlog));
	const drainedIn = median(steady.map((one) => one.drainedIn ?? Infinity));
	return {
		name: `(b) backlog at ${perSecond(accepted)}, drained in ${milliseconds(drainedIn)}`,
		ours: backlog.toLocaleString('en'),
		required: `<= ${required.toLocaleString('en')} at ${perSecond(required)}`,
		ok: backlog <= required && Number.isFinite(drainedIn) && accepted >= required * MIN_ACCEPTED,
	};
}

async function measure(options: MeasureOptions, load: Load, rate: number | null): Promise<MeasuredCycle> {
	const storage = await options.engine.createStorage();
	const profile = options.onProfile !== null && rate === null;
	const gateway = await startGateway({ ...storage, profile });
	const { receiver, url } = await startReceiver();
	try {
		const instances = await prepareCycle(gateway, url);
		const targets = [{ gateway, load }];
		await runCycle(targets, receiver, instances, { seconds: 1, rate });
		const before = processorTime(gateway.pid);
		const cycle = await runCycle(targets, receiver, instances, { seconds: options.seconds, rate });
		return { ...cycle, cost: ((processorTime(gateway.pid) - before) / cycle.total) * 1000 };
	} finally {
		await gateway.end(profile ? 'SIGTERM' : 'SIGKILL');
		await receiver.end();
		if (profile) await options.onProfile?.(storage.folder);
		await storage.remove();
	}
}

async function measureMinimalGateway(options: MeasureOptions, load: Load): Promise<MeasuredCycle> {
	const storage = await options.engine.createStorage();
	const { receiver, url } = await startReceiver();
	const gateway = await startMinimalGateway(storage, `${url}/hook`);
	try {
		const targets = [{ gateway, load }];
		await runCycle(targets, receiver, MINIMAL_INSTANCES, { seconds: 1, rate: null });
		const before = processorTime(gateway.pid);
		const cycle = await runCycle(targets, receiver, MINIMAL_INSTANCES, {
			seconds: options.seconds,
			rate: null,
		});
		return { ...cycle, cost: ((processorTime(gateway.pid) - before) / cycle.total) * 1000 };
	} finally {
		await gateway.end();
		await receiver.end();
		await storage.remove();
	}
}
