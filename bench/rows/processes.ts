import { prepareCycle, runCycle, type CycleTarget } from '../cycle/run-cycle.ts';
import { startLoad } from '../load/start-load.ts';
import { perSecond, type Measurement, type Row, type MeasureOptions } from '../report/row.ts';
import { startGateway } from '../server/gateway.ts';
import { processorTime } from '../server/process-figures.ts';
import { startReceiver } from '../server/start-receiver.ts';
import { median, sum } from '../statistics.ts';

const COUNTS = [1, 2, 4] as const;
/** Numbers of gateways that the ratios compare. */
const [ONE, , MANY] = COUNTS;
const INSTANCES = 8;
/** Messages per second at which the cost of a message is measured: well below what one gateway can do. */
const STEADY_RATE = 200;
/** Seconds at full load before the measurements, for each gateway: several share the load. */
const WARM_UP = 5;
/** Milliseconds of processor time of a message with one gateway, and its ratio of four gateways to one. */
const COST_LIMIT = 2.8;
const COST_RATIO_LIMIT = 1.25;
/** Throughput of four gateways over that of one. */
const THROUGHPUT_RATIO = 0.95;

/** Milliseconds of processor time per message, and messages per second at full load. */
interface Figures {
	gateways: number;
	database: number;
	throughput: number;
}

/** (f) the full cycle on one, two and four gateways on one database: its processor time and its throughput. */
export const processes: Measurement = async (options) => {
	const measured = new Map<number, Figures[]>(COUNTS.map((count) => [count, []]));
	for (let round = 1; round <= options.rounds; round += 1) {
		for (const [count, all] of measured) {
			const one = await measure(options, count);
			all.push(one);
			options.progress(
				`(f) ${round}/${options.rounds}, ${count}: ${costText(one)} a message at ${STEADY_RATE}/s, at most ${perSecond(one.throughput)}`,
			);
		}
	}
	const of = (count: number): Figures => medianOf(measured.get(count) ?? []);
	const rows = COUNTS.map((count): Row => {
		const { throughput, ...cost } = of(count);
		const gateways = count === 1 ? 'gateway' : 'gateways';
		const name = `(f) ${count} ${gateways}, processor time at ${STEADY_RATE}/s; throughput`;
		return { name, ours: costText(cost), limit: perSecond(throughput), ok: null };
	});
	const [one, many] = [of(ONE), of(MANY)];
	const cost = total(one);
	const costRatio = total(many) / cost;
	const throughputRatio = many.throughput / one.throughput;
	return [
		...rows,
		{
			name: '(f1) processor time of a message, one gateway',
			ours: `${cost.toFixed(2)} ms`,
			required: `<= ${COST_LIMIT} ms`,
			ok: cost <= COST_LIMIT,
		},
		{
			name: '(f2) the same, four gateways over one',
			ours: `${total(many).toFixed(2)} ms`,
			limit: `${cost.toFixed(2)} ms`,
			ratio: costRatio.toFixed(2),
			required: `<= ${COST_RATIO_LIMIT}`,
			ok: costRatio <= COST_RATIO_LIMIT,
		},
		{
			name: '(f3) throughput, four gateways over one',
			ours: perSecond(many.throughput),
			limit: perSecond(one.throughput),
			ratio: throughputRatio.toFixed(2),
			required: `>= ${THROUGHPUT_RATIO}`,
			ok: throughputRatio >= THROUGHPUT_RATIO,
		},
	];
};

function costText({ gateways, database }: Pick<Figures, 'gateways' | 'database'>): string {
	return `${gateways.toFixed(2)} + ${database.toFixed(2)} ms`;
}

function total({ gateways, database }: Figures): number {
	return gateways + database;
}

function medianOf(all: readonly Figures[]): Figures {
	const of = (figure: keyof Figures): number => median(all.map((one) => one[figure]));
	return { gateways: of('gateways'), database: of('database'), throughput: of('throughput') };
}

async function measure(options: MeasureOptions, count: number): Promise<Figures> {
	const { engine, seconds } = options;
	const first = await engine.createStorage();
	const storages = [first];
	while (storages.length < count) storages.push(await engine.createStorage(first.settings));
	const profile = options.onProfile !== null;
	const targets: CycleTarget[] = [];
	const { receiver, url } = await startReceiver();
	try {
		for (const storage of storages) {
			targets.push({ gateway: await startGateway({ ...storage, profile }), load: startLoad() });
		}
		const [target] = targets;
		if (target === undefined) throw new Error('No gateway was started.');
		const instances = await prepareCycle(target.gateway, url, INSTANCES);
		// Until the code is compiled: a gateway that runs for days is measured, not its first seconds.
		await runCycle(targets, receiver, instances, { seconds: WARM_UP * count, rate: null });
		const used = (): number => sum(targets.map(({ gateway }) => processorTime(gateway.pid)));
		const before = { gateways: used(), database: engine.processorTime() };
		const steady = await runCycle(targets, receiver, instances, { seconds, rate: STEADY_RATE });
		const cost = {
			gateways: ((used() - before.gateways) / steady.total) * 1000,
			database: ((engine.processorTime() - before.database) / steady.total) * 1000,
		};
		// A profile is of the steady load only.
		if (profile) return { ...cost, throughput: Number.NaN };
		const most = await runCycle(targets, receiver, instances, { seconds, rate: null });
		return { ...cost, throughput: most.messages };
	} finally {
		for (const { gateway, load } of targets) {
			await gateway.end(profile ? 'SIGTERM' : 'SIGKILL');
			await load.end();
		}
		await receiver.end();
		for (const storage of storages) {
			await options.onProfile?.(storage.folder);
			await storage.remove();
		}
	}
}
