import { setTimeout as sleep } from 'node:timers/promises';
import { prepareCycle } from '../cycle/run-cycle.ts';
import { sendJob } from '../load/send-job.ts';
import { acceptedCount, startLoad } from '../load/start-load.ts';
import { perSecond, type Row } from '../report/row.ts';
import type { Engine } from '../server/engine.ts';
import { startGateway } from '../server/gateway.ts';
import { startReceiver } from '../server/start-receiver.ts';
import { fitTrend, isFlat } from '../soak/flatness.ts';
import { openDatabase } from './database.ts';
import { idAt } from './sql.ts';

export interface KeepUpOptions {
	minutes: number;
	/** Messages a second. */
	rate: number;
	/** Retention of rows in minutes, as in the settings. */
	retention: string;
	progress(line: string): void;
}

const CONNECTIONS = 16;
const SAMPLES = 120;
/** Maximum age (seconds) of expired messages when a sweep begins: sweeps are 15 s apart, and each takes some time. */
const OVERDUE_SECONDS = 60;
/** Tolerated growth of the files in the second half. */
const TOLERANCE = { relative: 0.1, absolute: 2 };
const MB = 1024 * 1024;
const RETENTION = /^(\d+)m$/;

/** Rows that are overdue for removal, and the size of the database. */
interface KeepUpSample {
	at: number;
	overdue: number;
	size: number;
}

/** Sends at a steady rate, with events, while retention removes rows that are minutes old. */
export async function keepUp(engine: Engine, options: KeepUpOptions): Promise<Row[]> {
	const { minutes, rate, retention } = options;
	const retained = Number(RETENTION.exec(retention)?.[1] ?? Number.NaN) * 60_000;
	if (Number.isNaN(retained)) throw new Error(`${retention} is no number of minutes such as 2m.`);
	const storage = await engine.createStorage();
	const gateway = await startGateway({
		folder: storage.folder,
		settings: {
			...storage.settings,
			GATEWAY_RETENTION_MESSAGES: retention,
			GATEWAY_RETENTION_EVENTS: retention,
			GATEWAY_RETENTION_ATTEMPTS: retention,
			GATEWAY_LOG_LEVEL: 'warn',
		},
	});
	const { receiver, url } = await startReceiver();
	const load = startLoad();
	const database = await openDatabase(storage);
	const samples: KeepUpSample[] = [];
	try {
		const instances = await prepareCycle(gateway, url);
		const seconds = minutes * 60;
		const start = performance.now();
		const state = { finished: false };
		const running = load
			.run(sendJob(gateway, instances, { connections: CONNECTIONS, seconds, perSecond: rate }))
			.finally(() => (state.finished = true));
		while (!state.finished) {
			const border = idAt(database.engine, 'msg', String(Date.now() - retained), '0');
			const overdue = await database.number(`select count(*) from messages where id < ${border}`);
			const sample = { at: (performance.now() - start) / 1000, overdue, size: await database.size() };
			samples.push(sample);
			options.progress(
				`${sample.at.toFixed(0)} s: ${overdue} messages overdue, ${(sample.size / MB).toFixed(1)} MB`,
			);
			await Promise.race([running, sleep((seconds / SAMPLES) * 1000)]);
		}
		const result = await running;
		const { accepted } = acceptedCount(result);
		return rowsOf(samples, accepted / result.seconds, options);
	} finally {
		await database.close();
		await gateway.end('SIGTERM');
		await receiver.end();
		await load.end();
		await storage.remove();
	}
}

function rowsOf(samples: readonly KeepUpSample[], accepted: number, options: KeepUpOptions): Row[] {
	const { minutes, rate, retention } = options;
	const secondHalf = samples.slice(Math.floor(samples.length / 2));
	const overdue = Math.max(...secondHalf.map((sample) => sample.overdue));
	const size = fitTrend(samples.map(({ at, size: bytes }) => ({ at, value: bytes / MB })));
	const name = `retention of ${retention} at ${perSecond(accepted)} for ${minutes} minutes`;
	return [
		{
			name: `${name}: most messages overdue`,
			ours: overdue.toLocaleString('en'),
			required: `<= ${(OVERDUE_SECONDS * rate).toLocaleString('en')} at ${perSecond(rate)}`,
			ok: overdue <= OVERDUE_SECONDS * rate && accepted >= rate * 0.95,
		},
		{
			name: `${name}: files, and their growth in the second half`,
			ours: `${size.level.toFixed(0)} MB, ${size.growth.toFixed(1)} MB`,
			required: '<= 10 %',
			ok: isFlat(size, TOLERANCE),
		},
	];
}
