import { milliseconds, timeRow, type Measurement, type Row, type MeasureOptions } from '../report/row.ts';
import { createConnectedInstance } from '../server/client.ts';
import { startGateway } from '../server/gateway.ts';
import { processorTime, residentMemory } from '../server/process-figures.ts';
import { median } from '../statistics.ts';

const MB = 1024 * 1024;
/** Milliseconds until nothing of the start is under way any more. */
const REST = 3000;
const INSTANCES = 1000;
/** Instances that are made at the same time. */
const AT_ONCE = 16;

/** (e) from the start of the process until it is ready, and the memory it holds when nothing happens. */
export const start: Measurement = async (terms) => {
	const first: number[] = [];
	const later: number[] = [];
	const memory: number[] = [];
	const cost: number[] = [];
	const full: WithInstances[] = [];
	for (let round = 1; round <= terms.rounds; round += 1) {
		const place = await terms.engine.place();
		const fresh = await startGateway(place);
		first.push(fresh.startedIn);
		cost.push(processorTime(fresh.pid) * 1000);
		await fresh.end('SIGTERM');
		const again = await startGateway(place);
		later.push(again.startedIn);
		await new Promise((resolve) => setTimeout(resolve, REST));
		memory.push(residentMemory(again.pid) / MB);
		await again.end('SIGTERM');
		await place.remove();
		full.push(await withInstances(terms));
		terms.progress(
			`(e) ${round}/${terms.rounds}: ready after ${milliseconds(again.startedIn)} with ${Math.round(memory.at(-1) ?? 0)} MB`,
		);
	}
	const of = (figure: keyof WithInstances): number => median(full.map((one) => one[figure]));
	return [
		timeRow('(e) start to ready, empty folder', median(first), 1000),
		timeRow('(e) start to ready, later', median(later), 1000),
		{ name: '(e) processor time of the start', ours: milliseconds(median(cost)), ok: null },
		memoryRow('(e) memory, idle', median(memory), 110),
		memoryRow(`(e) memory, ${INSTANCES} instances just connected`, of('connected'), 250),
		memoryRow(`(e) memory, ${INSTANCES} instances after a restart`, of('restarted'), 250),
		timeRow(`(e) start to ready, ${INSTANCES} instances`, of('startedIn'), 1000),
	];
};

/** Megabytes with many instances, when they were just connected and after a restart; milliseconds of that start. */
type WithInstances = Record<'connected' | 'restarted' | 'startedIn', number>;

async function withInstances(terms: MeasureOptions): Promise<WithInstances> {
	const place = await terms.engine.place();
	const gateway = await startGateway(place);
	try {
		let made = 0;
		const make = async (): Promise<void> => {
			while (made < INSTANCES) {
				made += 1;
				await createConnectedInstance(gateway, `Shop ${made}`);
			}
		};
		await Promise.all(Array.from({ length: AT_ONCE }, make));
		await new Promise((resolve) => setTimeout(resolve, REST));
		const connected = residentMemory(gateway.pid) / MB;
		await gateway.end('SIGTERM');
		const again = await startGateway(place);
		await new Promise((resolve) => setTimeout(resolve, REST));
		const restarted = residentMemory(again.pid) / MB;
		await again.end('SIGTERM');
		return { connected, restarted, startedIn: again.startedIn };
	} finally {
		await gateway.end('SIGKILL');
		await place.remove();
	}
}

function memoryRow(name: string, megabytes: number, most: number): Row {
	return {
		name,
		ours: `${Math.round(megabytes)} MB`,
		required: `<= ${most} MB`,
		ok: megabytes <= most,
	};
}
