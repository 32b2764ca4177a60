import { drive, prepareCycle, type Cycle } from '../cycle/drive.ts';
import { startLoad, type Load } from '../load/start-load.ts';
import { perSecond, type Measurement, type Row, type MeasureOptions } from '../report/row.ts';
import { startGateway, type GatewayProcess } from '../server/gateway.ts';
import { processorTime } from '../server/process-figures.ts';
import { startReceiver } from '../server/start-receiver.ts';
import { median, sum } from '../statistics.ts';

const COUNTS = [1, 2, 4] as const;

/** Milliseconds of processor time for each message, of the gateways and of the database. */
type Measured = Cycle & { gateways: number; database: number };

/** (f) the whole way of a message through one, two and four gateways on one database, and what it costs. */
export const processes: Measurement = async (terms) => {
	const measured = new Map<number, Measured[]>(COUNTS.map((count) => [count, []]));
	for (let round = 1; round <= terms.rounds; round += 1) {
		for (const [count, all] of measured) {
			const one = await measure(terms, count);
			all.push(one);
			terms.progress(
				`(f) ${round}/${terms.rounds}, ${count}: ${perSecond(one.messages)}, ${one.refused} refused for now, drained in ${String(one.drainedIn)} ms`,
			);
		}
	}
	return [...measured].map(([count, all]): Row => {
		const of = (figure: (one: Measured) => number): number => median(all.map(figure));
		return {
			name: `(f) ${count} ${count === 1 ? 'gateway' : 'gateways'}, accepted to read, most`,
			ours: perSecond(of(({ messages }) => messages)),
			limit: `${of(({ gateways }) => gateways).toFixed(2)} + ${of(({ database }) => database).toFixed(2)} ms a message`,
			ok: null,
		};
	});
};

async function measure(terms: MeasureOptions, count: number): Promise<Measured> {
	const { engine } = terms;
	const first = await engine.place();
	const places = [first];
	while (places.length < count) places.push(await engine.place(first.settings));
	const gateways: GatewayProcess[] = [];
	const loads: Load[] = [];
	const { receiver, url } = await startReceiver();
	try {
		for (const place of places) {
			gateways.push(await startGateway(place));
			loads.push(startLoad());
		}
		const driven = gateways.flatMap((gateway, index) => {
			const load = loads[index];
			return load === undefined ? [] : [{ gateway, load }];
		});
		const instances = await prepareCycle(driven[0]?.gateway ?? (await startGateway(first)), url);
		await drive(driven, receiver, instances, { seconds: 1, rate: null });
		const used = (): number => sum(gateways.map(({ pid }) => processorTime(pid)));
		const before = { gateways: used(), database: engine.processorTime() };
		const cycle = await drive(driven, receiver, instances, { seconds: terms.seconds, rate: null });
		return {
			...cycle,
			gateways: ((used() - before.gateways) / cycle.count) * 1000,
			database: ((engine.processorTime() - before.database) / cycle.count) * 1000,
		};
	} finally {
		for (const gateway of gateways) await gateway.end('SIGKILL');
		for (const load of loads) await load.end();
		await receiver.end();
		for (const place of places) await place.remove();
	}
}
