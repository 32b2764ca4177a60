import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { runCycle, prepareCycle } from './cycle/run-cycle.ts';
import { sendJob } from './load/send-job.ts';
import { acceptedCount, startLoad } from './load/start-load.ts';
import { perSecond } from './report/row.ts';
import { temporaryStorage } from './server/engine.ts';
import { startGateway } from './server/gateway.ts';
import { startReceiver } from './server/start-receiver.ts';
import { isFlat, fitTrend, type Tolerance } from './soak/flatness.ts';
import { plot, type Panel } from './soak/plot.ts';
import { takeSample, SERIES, type Sample, type SeriesName } from './soak/samples.ts';

/** `npm run soak [-- --minutes N --rate N --retention 2m --plot FILE]`: see README.md. */
const { values } = parseArgs({
	options: {
		minutes: { type: 'string', default: '20' },
		rate: { type: 'string' },
		retention: { type: 'string', default: '2m' },
		plot: { type: 'string', default: 'soak.svg' },
	},
});
const seconds = Number(values.minutes) * 60;
/** Samples in total. */
const SAMPLES = 240;
const CONNECTIONS = 16;
/** Seconds of the measurement of the maximum rate. */
const MAXIMUM_SECONDS = 10;

/** Tolerated growth of each series during the second half. */
const TOLERANCE: Readonly<Record<SeriesName, Tolerance>> = {
	memory: { relative: 0.1, absolute: 8 },
	files: { relative: 0.1, absolute: 16 },
	database: { relative: 0.1, absolute: 2 },
	loopDelay: { relative: 0.25, absolute: 10 },
	backlog: { relative: 0.25, absolute: 100 },
};

const print = (line: string): void => void process.stdout.write(`${line}\n`);

// process.exit runs the exit handlers, which end the gateways.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const rate = values.rate === undefined ? (await measureMaximumRate()) / 2 : Number(values.rate);
print(`${values.minutes} minutes at ${perSecond(rate)}, retention ${values.retention}`);
const samples = await soak(rate);
const panels = Object.entries(SERIES).map(([name, { title, unit }]) =>
	panelOf(name as SeriesName, title, unit),
);
await writeFile(values.plot, plot(`${values.minutes} minutes at ${perSecond(rate)}`, panels));
print(`The plot is in ${values.plot}`);
for (const { title, verdict } of panels) print(`${title.padEnd(36)}${verdict}`);
const failed = panels.filter(({ verdict }) => verdict.startsWith('NOT')).length;
const unknown = panels.filter(({ verdict }) => verdict === 'unknown').length;
print(`${panels.length - failed - unknown} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

/** Returns the messages per second of an unlimited load test. */
async function measureMaximumRate(): Promise<number> {
	const storage = await temporaryStorage({});
	const gateway = await startGateway(storage);
	const { receiver, url } = await startReceiver();
	const load = startLoad();
	try {
		const instances = await prepareCycle(gateway, url);
		const targets = [{ gateway, load }];
		await runCycle(targets, receiver, instances, { seconds: 2, rate: null });
		const { messages } = await runCycle(targets, receiver, instances, {
			seconds: MAXIMUM_SECONDS,
			rate: null,
		});
		print(`${perSecond(messages)} at most`);
		return messages;
	} finally {
		await gateway.end('SIGKILL');
		await receiver.end();
		await load.end();
		await storage.remove();
	}
}

/** Sends at a steady rate and takes samples meanwhile. */
async function soak(perSecondRate: number): Promise<Sample[]> {
	const storage = await temporaryStorage({
		GATEWAY_RETENTION_MESSAGES: values.retention,
		GATEWAY_RETENTION_EVENTS: values.retention,
		GATEWAY_RETENTION_ATTEMPTS: values.retention,
		GATEWAY_LOG_LEVEL: 'warn',
	});
	const gateway = await startGateway(storage);
	const { receiver, url } = await startReceiver();
	const load = startLoad();
	const taken: Sample[] = [];
	try {
		const instances = await prepareCycle(gateway, url);
		const start = performance.now();
		const job = { connections: CONNECTIONS, seconds, perSecond: perSecondRate };
		const state = { finished: false };
		const running = load.run(sendJob(gateway, instances, job)).finally(() => (state.finished = true));
		while (!state.finished) {
			const figures = await takeSample(gateway, storage.folder);
			const { counts = {} } = await receiver.request('counts');
			const backlog = (await load.answered()) - (counts['message.read'] ?? 0);
			taken.push({ ...figures, backlog, at: (performance.now() - start) / 1000 });
			await Promise.race([running, sleep((seconds / SAMPLES) * 1000)]);
		}
		const result = await running;
		const { accepted, refused } = acceptedCount(result);
		print(`${perSecond(accepted / result.seconds)} accepted, ${refused} requests rejected with 503`);
		return taken;
	} finally {
		await gateway.end('SIGTERM');
		await receiver.end();
		await load.end();
		await storage.remove();
	}
}

function panelOf(name: SeriesName, title: string, unit: string): Panel {
	const points = samples.map((sample) => ({ at: sample.at, value: sample[name] }));
	const known = points.filter(({ value }) => Number.isFinite(value));
	if (known.length === 0) return { title, unit, points: known, verdict: 'unknown' };
	const trend = fitTrend(known);
	const grown = `${trend.growth < 0 ? '' : '+'}${trend.growth.toFixed(1)}`;
	const figures = `${`${trend.level.toFixed(1)} ${unit}`.trim()}, ${grown} in the second half`;
	const verdict = isFlat(trend, TOLERANCE[name]) ? `flat, ${figures}` : `NOT FLAT, ${figures}`;
	return { title, unit, points: known, verdict };
}
