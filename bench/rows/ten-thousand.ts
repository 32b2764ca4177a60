import { setTimeout as sleep } from 'node:timers/promises';
import { timeRow, type Measurement, type Row } from '../report/row.ts';
import { createCluster, type Cluster } from '../server/cluster.ts';
import { createInstances, createOfficialInstance, type Creation } from '../server/create-instances.ts';
import { observeTakeOver } from '../server/take-over.ts';

const GATEWAYS = 4;
const CREATION: Creation = { create: createOfficialInstance, concurrency: 16 };
/** Milliseconds after a start, or after the last instance was connected, until the memory is measured. */
const SETTLE_TIME = 5000;
/** Kilobytes of memory that an instance may use. */
const MEMORY_LIMIT = 40;
/** Milliseconds after which the instances of a killed gateway must be back. */
const BACK_LIMIT = 5000;
/** Milliseconds after which an instance that is not back counts as lost. */
const BACK_TIMEOUT = 60_000;
const POLL_INTERVAL = 50;

/**
 * (h) many instances on four gateways: the memory of an instance, and the outage of the instances of a killed gateway.
 * It is measured once, because creating the instances takes most of the time.
 */
export const tenThousand: Measurement = async (options) => {
	const { engine, instances } = options;
	const cluster = await createCluster(engine, GATEWAYS);
	try {
		await cluster.start();
		await sleep(SETTLE_TIME);
		const empty = cluster.residentMemory();
		const startedAt = performance.now();
		await createInstances(cluster.gateways, instances, CREATION);
		options.progress(`(h) created ${instances} instances in ${secondsSince(startedAt)}`);
		await sleep(SETTLE_TIME);
		const memory = (cluster.residentMemory() - empty) / instances / 1024;
		options.progress(`(h) ${memory.toFixed(1)} kB an instance`);
		const back = await killOne(cluster, (line) => {
			options.progress(line);
		});
		return [
			memoryRow(`(h) ${instances.toLocaleString('en')} instances, memory of one`, memory),
			timeRow(`(h) ${back.instances.toLocaleString('en')} of them back after a kill`, back.time, BACK_LIMIT),
		];
	} finally {
		await cluster.remove();
	}
};

/** Kills a gateway. Returns the number of its instances and the milliseconds until the last one is connected again. */
async function killOne(
	{ databaseUrl, gateways }: Cluster,
	progress: (line: string) => void,
): Promise<{ instances: number; time: number }> {
	const [killed] = gateways;
	if (killed === undefined) throw new Error('No gateway was started.');
	const takeOver = await observeTakeOver(databaseUrl, killed.url);
	try {
		const { instances } = takeOver;
		if (instances === 0) throw new Error('The database shows no instance of the gateway to kill.');
		const startedAt = performance.now();
		await killed.end('SIGKILL');
		let first: number | null = null;
		for (;;) {
			const back = await takeOver.countBack();
			const time = performance.now() - startedAt;
			if (back > 0) first ??= time;
			if (back === instances || time > BACK_TIMEOUT) {
				progress(`(h) ${back} of ${instances} back, the first after ${Math.round(first ?? Infinity)} ms`);
				return { instances, time: back === instances ? time : Infinity };
			}
			await sleep(POLL_INTERVAL);
		}
	} finally {
		await takeOver.close();
	}
}

function memoryRow(name: string, kilobytes: number): Row {
	return {
		name,
		ours: `${kilobytes.toFixed(1)} kB`,
		required: `<= ${MEMORY_LIMIT} kB`,
		ok: kilobytes <= MEMORY_LIMIT,
	};
}

function secondsSince(start: number): string {
	return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}
