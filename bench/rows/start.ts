import { setTimeout as sleep } from 'node:timers/promises';
import { milliseconds, timeRow, type Measurement, type Row, type MeasureOptions } from '../report/row.ts';
import { createConnectedInstance } from '../server/client.ts';
import { createInstances, type Creation } from '../server/create-instances.ts';
import { startGateway } from '../server/gateway.ts';
import { processorTime, residentMemory } from '../server/process-figures.ts';
import { median } from '../statistics.ts';

const MB = 1024 * 1024;
/** Milliseconds after the start until the process is idle. */
const SETTLE_TIME = 3000;
const INSTANCES = 1000;
const BY_QR_CODE: Creation = { create: createConnectedInstance, concurrency: 16 };

/** (e) the time from process start to ready, and the memory of an idle process. */
export const start: Measurement = async (options) => {
	const first: number[] = [];
	const later: number[] = [];
	const memory: number[] = [];
	const cost: number[] = [];
	const full: InstanceFigures[] = [];
	for (let round = 1; round <= options.rounds; round += 1) {
		const storage = await options.engine.createStorage();
		const fresh = await startGateway(storage);
		first.push(fresh.startedIn);
		cost.push(processorTime(fresh.pid) * 1000);
		await fresh.end('SIGTERM');
		const again = await startGateway(storage);
		later.push(again.startedIn);
		await sleep(SETTLE_TIME);
		memory.push(residentMemory(again.pid) / MB);
		await again.end('SIGTERM');
		await storage.remove();
		full.push(await measureWithInstances(options));
		options.progress(
			`(e) ${round}/${options.rounds}: ready after ${milliseconds(again.startedIn)} with ${Math.round(memory.at(-1) ?? 0)} MB`,
		);
	}
	const of = (figure: keyof InstanceFigures): number => median(full.map((one) => one[figure]));
	return [
		timeRow('(e) start to ready, empty folder', median(first), 1000),
		timeRow('(e) start to ready, later', median(later), 1000),
		{ name: '(e) processor time of the start', ours: milliseconds(median(cost)), ok: null },
		memoryRow('(e) memory, idle', median(memory), 90),
		memoryRow(`(e) memory, ${INSTANCES} instances just connected`, of('connected'), 250),
		memoryRow(`(e) memory, ${INSTANCES} instances after a restart`, of('restarted'), 250),
		timeRow(`(e) start to ready, ${INSTANCES} instances`, of('startedIn'), 1000),
	];
};

/** Megabytes with many instances, after connecting them and after a restart; milliseconds of that restart. */
type InstanceFigures = Record<'connected' | 'restarted' | 'startedIn', number>;

async function measureWithInstances(options: MeasureOptions): Promise<InstanceFigures> {
	const storage = await options.engine.createStorage();
	const gateway = await startGateway(storage);
	try {
		await createInstances([gateway], INSTANCES, BY_QR_CODE);
		await sleep(SETTLE_TIME);
		const connected = residentMemory(gateway.pid) / MB;
		await gateway.end('SIGTERM');
		const again = await startGateway(storage);
		await sleep(SETTLE_TIME);
		const restarted = residentMemory(again.pid) / MB;
		await again.end('SIGTERM');
		return { connected, restarted, startedIn: again.startedIn };
	} finally {
		await gateway.end('SIGKILL');
		await storage.remove();
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
