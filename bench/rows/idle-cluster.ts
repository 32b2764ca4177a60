import { setTimeout as sleep } from 'node:timers/promises';
import { perSecond, type Measurement } from '../report/row.ts';
import { createCluster } from '../server/cluster.ts';
import { createInstances, createOfficialInstance, type Creation } from '../server/create-instances.ts';
import { countStatements } from '../server/statement-count.ts';
import { median } from '../statistics.ts';

const GATEWAYS = 4;
const CREATION: Creation = { create: createOfficialInstance, concurrency: 16 };
const INSTANCES = 1000;
/** Milliseconds after the last instance was connected until nothing more happens. */
const SETTLE_TIME = 10_000;
/** Milliseconds of a measurement, independent of --seconds: much of an idle gateway's work happens once a second. */
const DURATION = 10_000;
/** Percentage of one core that the gateways together may use, and the statements a second that they may send. */
const PROCESSOR_LIMIT = 2;
const STATEMENT_LIMIT = 10;

/** (i) four gateways with connected instances while nothing happens: their processor time and their statements. */
export const idleCluster: Measurement = async (options) => {
	const { engine, rounds } = options;
	const cluster = await createCluster(engine, GATEWAYS);
	const statements = await countStatements(cluster.databaseUrl);
	const processor: number[] = [];
	const database: number[] = [];
	const rate: number[] = [];
	try {
		await cluster.start();
		await createInstances(cluster.gateways, INSTANCES, CREATION);
		await sleep(SETTLE_TIME);
		const read = async () => ({
			at: performance.now(),
			gateways: cluster.processorTime(),
			database: engine.processorTime(),
			statements: await statements.total(),
		});
		for (let round = 1; round <= rounds; round += 1) {
			const before = await read();
			await sleep(DURATION);
			const after = await read();
			const seconds = (after.at - before.at) / 1000;
			processor.push(((after.gateways - before.gateways) / seconds) * 100);
			database.push(((after.database - before.database) / seconds) * 100);
			rate.push((after.statements - before.statements) / seconds);
			options.progress(
				`(i) ${round}/${rounds}: gateways ${percentText(processor.at(-1))}, database ${percentText(database.at(-1))}, ${perSecond(rate.at(-1) ?? Number.NaN)} statements`,
			);
		}
	} finally {
		await statements.close();
		await cluster.remove();
	}
	const name = `(i) ${GATEWAYS} idle gateways, ${INSTANCES.toLocaleString('en')} instances`;
	return [
		{
			name: `${name}, processor time`,
			ours: `${percentText(median(processor))} of a core`,
			required: `<= ${PROCESSOR_LIMIT} %`,
			ok: median(processor) <= PROCESSOR_LIMIT,
		},
		{
			name: `${name}, statements`,
			ours: perSecond(median(rate)),
			required: `<= ${STATEMENT_LIMIT}/s`,
			ok: median(rate) <= STATEMENT_LIMIT,
		},
		{
			name: `${name}, processor time of the database`,
			ours: `${percentText(median(database))} of a core`,
			ok: null,
		},
	];
};

function percentText(percentage = Number.NaN): string {
	return `${percentage.toFixed(1)} %`;
}
