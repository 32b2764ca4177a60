import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { drive, prepareCycle } from './cycle/drive.ts';
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
/** Figures that are taken in all. */
const SAMPLES = 240;
const CONNECTIONS = 16;
/** Seconds in which the most that comes through is measured. */
const MEASURED = 10;

/** How much of each series is nothing to worry about, between the beginning and the end of the second half. */
const TOLERANCE: Readonly<Record<SeriesName, Tolerance>> = {
	memory: { part: 0.1, least: 8 },
	files: { part: 0.1, least: 16 },
	database: { part: 0.1, least: 2 },
	loopDelay: { part: 0.25, least: 10 },
	backlog: { part: 0.25, least: 100 },
};

const print = (line: string): void => void process.stdout.write(`${line}\n`);

// Ending by `exit` lets the gateways be ended too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const rate = values.rate === undefined ? (await most()) / 2 : Number(values.rate);
print(`${values.minutes} minutes at ${perSecond(rate)}, what is finished is kept for ${values.retention}`);
const samples = await soak(rate);
const panels = Object.entries(SERIES).map(([name, { title, unit }]) =>
	panelOf(name as SeriesName, title, unit),
);
await writeFile(values.plot, plot(`${values.minutes} minutes at ${perSecond(rate)}`, panels));
print(`The plot is in ${values.plot}`);
for (const { title, verdict } of panels) print(`${title.padEnd(36)}${verdict}`);
const failed = panels.filter(({ verdict }) => verdict.startsWith('NOT')).length;
const unknown = panels.filter(({ verdict }) => verdict === 'not known').length;
print(`${panels.length - failed - unknown} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

/** Messages a second that come through when as many are sent as can be. */
async function most(): Promise<number> {
	const place = await temporaryStorage({});
	const gateway = await startGateway(place);
	const { receiver, url } = await startReceiver();
	const load = startLoad();
	try {
		const instances = await prepareCycle(gateway, url);
		const driven = [{ gateway, load }];
		await drive(driven, receiver, instances, { seconds: 2, rate: null });
		const { messages } = await drive(driven, receiver, instances, { seconds: MEASURED, rate: null });
		print(`${perSecond(messages)} come through at most`);
		return messages;
	} finally {
		await gateway.end('SIGKILL');
		await receiver.end();
		await load.end();
		await place.remove();
	}
}

/** Sends at a steady rate and takes figures all the while. */
async function soak(perSecondRate: number): Promise<Sample[]> {
	const place = await temporaryStorage({
		GATEWAY_RETENTION_MESSAGES: values.retention,
		GATEWAY_RETENTION_EVENTS: values.retention,
		GATEWAY_RETENTION_ATTEMPTS: values.retention,
		GATEWAY_LOG_LEVEL: 'warn',
	});
	const gateway = await startGateway(place);
	const { receiver, url } = await startReceiver();
	const load = startLoad();
	const taken: Sample[] = [];
	try {
		const instances = await prepareCycle(gateway, url);
		const start = performance.now();
		const job = { connections: CONNECTIONS, seconds, perSecond: perSecondRate };
		const state = { over: false };
		const running = load.run(sendJob(gateway, instances, job)).finally(() => (state.over = true));
		while (!state.over) {
			const figures = await takeSample(gateway, place.folder);
			const { counts = {} } = await receiver.ask('counts');
			const backlog = (await load.answered()) - (counts['message.read'] ?? 0);
			taken.push({ ...figures, backlog, at: (performance.now() - start) / 1000 });
			await Promise.race([
				running,
				new Promise((resolve) => setTimeout(resolve, (seconds / SAMPLES) * 1000)),
			]);
		}
		const result = await running;
		const { accepted, refused } = acceptedCount(result);
		print(`${perSecond(accepted / result.seconds)} were accepted, ${refused} refused for now`);
		return taken;
	} finally {
		await gateway.end('SIGTERM');
		await receiver.end();
		await load.end();
		await place.remove();
	}
}

function panelOf(name: SeriesName, title: string, unit: string): Panel {
	const points = samples.map((sample) => ({ at: sample.at, value: sample[name] }));
	const known = points.filter(({ value }) => Number.isFinite(value));
	if (known.length === 0) return { title, unit, points: known, verdict: 'not known' };
	const trend = fitTrend(known);
	const grown = `${trend.growth < 0 ? '' : '+'}${trend.growth.toFixed(1)}`;
	const figures = `${`${trend.level.toFixed(1)} ${unit}`.trim()}, ${grown} in the second half`;
	const verdict = isFlat(trend, TOLERANCE[name]) ? `flat, ${figures}` : `NOT FLAT, ${figures}`;
	return { title, unit, points: known, verdict };
}
