import { runCycle, prepareCycle, type CycleResult } from '../cycle/run-cycle.ts';
import { startLoad, type Load } from '../load/start-load.ts';
import { perSecond, type Measurement, type Row, type MeasureOptions } from '../report/row.ts';
import { startGateway, type GatewayProcess } from '../server/gateway.ts';
import { processorTime } from '../server/process-figures.ts';
import { startReceiver } from '../server/start-receiver.ts';
import { median, sum } from '../statistics.ts';

const COUNTS = [1, 2, 4] as const;

/** A run, and milliseconds of processor time per message of the gateways and of the database. */
type MeasuredCycle = CycleResult & { gateways: number; database: number };

/** (f) the full cycle on one, two and four gateways on one database, and its processor time. */
export const processes: Measurement = async (options) => {
	const measured = new Map<number, MeasuredCycle[]>(COUNTS.map((count) => [count, []]));
	for (let round = 1; round <= options.rounds; round += 1) {
		for (const [count, all] of measured) {
			const one = await measure(options, count);
			all.push(one);
			options.progress(
				`(f) ${round}/${options.rounds}, ${count}: ${perSecond(one.messages)}, ${one.refused} rejected with 503, drained in ${String(one.drainedIn)} ms`,
			);
		}
	}
	return [...measured].map(([count, all]): Row => {
		const of = (figure: (one: MeasuredCycle) => number): number => median(all.map(figure));
		return {
			name: `(f) ${count} ${count === 1 ? 'gateway' : 'gateways'}, accepted to read, most`,
			ours: perSecond(of(({ messages }) => messages)),
			limit: `${of(({ gateways }) => gateways).toFixed(2)} + ${of(({ database }) => database).toFixed(2)} ms a message`,
			ok: null,
		};
	});
};

async function measure(options: MeasureOptions, count: number): Promise<MeasuredCycle> {
	const { engine } = options;
	const first = await engine.createStorage();
	const storages = [first];
	while (storages.length < count) storages.push(await engine.createStorage(first.settings));
	const gateways: GatewayProcess[] = [];
	const loads: Load[] = [];
	const { receiver, url } = await startReceiver();
	try {
		for (const storage of storages) {
			gateways.push(await startGateway(storage));
			loads.push(startLoad());
		}
		const targets = gateways.flatMap((gateway, index) => {
			const load = loads[index];
			return load === undefined ? [] : [{ gateway, load }];
		});
		const instances = await prepareCycle(targets[0]?.gateway ?? (await startGateway(first)), url);
		await runCycle(targets, receiver, instances, { seconds: 1, rate: null });
		const used = (): number => sum(gateways.map(({ pid }) => processorTime(pid)));
		const before = { gateways: used(), database: engine.processorTime() };
		const cycle = await runCycle(targets, receiver, instances, { seconds: options.seconds, rate: null });
		return {
			...cycle,
			gateways: ((used() - before.gateways) / cycle.total) * 1000,
			database: ((engine.processorTime() - before.database) / cycle.total) * 1000,
		};
	} finally {
		for (const gateway of gateways) await gateway.end('SIGKILL');
		for (const load of loads) await load.end();
		await receiver.end();
		for (const storage of storages) await storage.remove();
	}
}
