import path from 'node:path';
import { sendJob } from '../load/send-job.ts';
import { acceptedCount, startLoad, type Load } from '../load/start-load.ts';
import { startMinimalGateway } from '../minimal/start.ts';
import { costRow, perSecond, ratioRow, type Measurement, type MeasureOptions } from '../report/row.ts';
import { createConnectedInstance } from '../server/client.ts';
import type { EngineName } from '../server/engine.ts';
import { startGateway } from '../server/gateway.ts';
import { processorTime } from '../server/process-figures.ts';
import { median } from '../statistics.ts';
import { startWorker } from '../worker.ts';

const CONNECTIONS = 64;
/** Seconds of load before the measurement. */
const WARM_UP = 1;
/** Required part of the rate of bare Fastify. */
const REQUIRED_RATIO: Readonly<Record<EngineName, number>> = { sqlite: 0.4, postgres: 0.3 };
/** A network so slow that it confirms nothing during the measurement: the gateway only accepts messages. */
const SLOW_NETWORK = { GATEWAY_SIMULATOR_LATENCY_MS: '3600000,0,0' };

/** As many instances as the gateway has. */
const MINIMAL_INSTANCES = ['inst_01hzz0000000000000000001', 'inst_01hzz0000000000000000002'];

/** Requests per second, and milliseconds of processor time per request. */
interface AcceptanceFigures {
	rate: number;
	cost: number;
}

/**
 * (a) POST /v1/messages/send on 64 connections, against bare Fastify with the same schema and response, and against a
 * minimal gateway.
 */
export const accept: Measurement = async (options) => {
	const load = startLoad();
	const bare = startWorker<'url', string>(path.join(import.meta.dirname, '../server/bare-fastify.ts'));
	const bareServer = { url: await bare.request('url'), key: 'none', pid: bare.pid };
	const senderIdle: AcceptanceFigures[] = [];
	const senderBusy: AcceptanceFigures[] = [];
	const limit: AcceptanceFigures[] = [];
	const minimal: AcceptanceFigures[] = [];
	try {
		for (let round = 1; round <= options.rounds; round += 1) {
			const results = [
				await measureGateway(options, load, SLOW_NETWORK),
				await measureGateway(options, load, {}),
				await measureAcceptance(load, bareServer, ['inst_01hzz0000000000000000000'], options),
				await measureMinimalGateway(options, load),
			] as const;
			senderIdle.push(results[0]);
			senderBusy.push(results[1]);
			limit.push(results[2]);
			minimal.push(results[3]);
			options.progress(
				`(a) ${round}/${options.rounds}: ${results.map(({ rate, cost }) => `${perSecond(rate)} (${cost.toFixed(3)} ms each)`).join(', ')}`,
			);
		}
	} finally {
		await load.end();
		await bare.end();
	}
	const rate = (all: readonly AcceptanceFigures[]): number => median(all.map((one) => one.rate));
	const cost = (all: readonly AcceptanceFigures[]): number => median(all.map((one) => one.cost));
	return [
		ratioRow('(a) accept, sender idle', rate(senderIdle), rate(limit), REQUIRED_RATIO[options.engine.name]),
		ratioRow('(a) accept, sender busy', rate(senderBusy), rate(limit), null),
		ratioRow('(a) accept, against a minimal gateway', rate(senderIdle), rate(minimal), null),
		costRow(
			'(a) processor time of a request, sender idle',
			{ ours: cost(senderIdle), limit: cost(limit) },
			{ digits: 3 },
		),
		costRow(
			'(a) the same, against a minimal gateway',
			{ ours: cost(senderIdle), limit: cost(minimal) },
			{ digits: 3 },
		),
	];
};

async function measureGateway(
	options: MeasureOptions,
	load: Load,
	settings: Record<string, string>,
): Promise<AcceptanceFigures> {
	const storage = await options.engine.createStorage();
	const profile = options.onProfile !== null;
	const gateway = await startGateway({
		folder: storage.folder,
		settings: { ...storage.settings, ...settings },
		profile,
	});
	try {
		const instances = [
			await createConnectedInstance(gateway, 'Shop 1'),
			await createConnectedInstance(gateway, 'Shop 2'),
		];
		return await measureAcceptance(load, gateway, instances, options);
	} finally {
		await gateway.end(profile ? 'SIGTERM' : 'SIGKILL');
		await options.onProfile?.(storage.folder);
		await storage.remove();
	}
}

async function measureMinimalGateway(options: MeasureOptions, load: Load): Promise<AcceptanceFigures> {
	const storage = await options.engine.createStorage();
	const gateway = await startMinimalGateway(storage, null);
	try {
		return await measureAcceptance(load, gateway, MINIMAL_INSTANCES, options);
	} finally {
		await gateway.end();
		await storage.remove();
	}
}

async function measureAcceptance(
	load: Load,
	server: { url: string; key: string; pid: number },
	instances: readonly string[],
	{ seconds }: MeasureOptions,
): Promise<AcceptanceFigures> {
	const settings = { connections: CONNECTIONS, seconds };
	await load.run(sendJob(server, instances, { ...settings, seconds: WARM_UP }));
	const before = processorTime(server.pid);
	const result = await load.run(sendJob(server, instances, settings));
	const { accepted: total } = acceptedCount(result);
	return {
		rate: total / result.seconds,
		cost: ((processorTime(server.pid) - before) / total) * 1000,
	};
}
