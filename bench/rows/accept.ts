import path from 'node:path';
import { sendJob } from '../load/send-job.ts';
import { acceptedCount, startLoad, type Load } from '../load/start-load.ts';
import { perSecond, ratioRow, type Measurement, type MeasureOptions } from '../report/row.ts';
import { createConnectedInstance } from '../server/client.ts';
import { startGateway } from '../server/gateway.ts';
import { processorTime } from '../server/process-figures.ts';
import { median } from '../statistics.ts';
import { startWorker } from '../worker.ts';

const CONNECTIONS = 64;
/** Seconds before any request counts. */
const WARM_UP = 1;
/** So slow a network confirms nothing while it is measured, so that nothing but accepting is done. */
const SLOW_NETWORK = { GATEWAY_SIMULATOR_LATENCY_MS: '3600000,0,0' };

/** Requests accepted a second, and milliseconds of processor time each took. */
interface Accepted {
	rate: number;
	cost: number;
}

/** (a) POST /v1/messages/send on 64 connections, durable, against bare Fastify with the same schema and answer. */
export const accept: Measurement = async (terms) => {
	const load = startLoad();
	const bare = startWorker<'url', string>(path.join(import.meta.dirname, '../server/bare-fastify.ts'));
	const bareServer = { url: await bare.ask('url'), key: 'none', pid: bare.pid };
	const alone: Accepted[] = [];
	const sending: Accepted[] = [];
	const limit: Accepted[] = [];
	try {
		for (let round = 1; round <= terms.rounds; round += 1) {
			const results = [
				await ours(terms, load, SLOW_NETWORK),
				await ours(terms, load, {}),
				await accepted(load, bareServer, ['inst_01hzz0000000000000000000'], terms),
			] as const;
			alone.push(results[0]);
			sending.push(results[1]);
			limit.push(results[2]);
			terms.progress(
				`(a) ${round}/${terms.rounds}: ${results.map(({ rate, cost }) => `${perSecond(rate)} (${cost.toFixed(3)} ms each)`).join(', ')}`,
			);
		}
	} finally {
		await load.end();
		await bare.end();
	}
	const rate = (all: readonly Accepted[]): number => median(all.map((one) => one.rate));
	const cost = (all: readonly Accepted[]): number => median(all.map((one) => one.cost));
	return [
		ratioRow('(a) accept, sender idle', rate(alone), rate(limit), 0.35),
		ratioRow('(a) accept, sent meanwhile', rate(sending), rate(limit), null),
		{
			name: '(a) processor time of a request, sender idle',
			ours: `${cost(alone).toFixed(3)} ms`,
			limit: `${cost(limit).toFixed(3)} ms`,
			ratio: (cost(limit) / cost(alone)).toFixed(2),
			ok: null,
		},
	];
};

async function ours(terms: MeasureOptions, load: Load, settings: Record<string, string>): Promise<Accepted> {
	const place = await terms.engine.place();
	const profile = terms.onProfile !== null;
	const gateway = await startGateway({
		folder: place.folder,
		settings: { ...place.settings, ...settings },
		profile,
	});
	try {
		const instances = [
			await createConnectedInstance(gateway, 'Shop 1'),
			await createConnectedInstance(gateway, 'Shop 2'),
		];
		return await accepted(load, gateway, instances, terms);
	} finally {
		await gateway.end(profile ? 'SIGTERM' : 'SIGKILL');
		await terms.onProfile?.(place.folder);
		await place.remove();
	}
}

async function accepted(
	load: Load,
	server: { url: string; key: string; pid: number },
	instances: readonly string[],
	{ seconds }: MeasureOptions,
): Promise<Accepted> {
	const how = { connections: CONNECTIONS, seconds };
	await load.run(sendJob(server, instances, { ...how, seconds: WARM_UP }));
	const before = processorTime(server.pid);
	const result = await load.run(sendJob(server, instances, how));
	const { accepted: count } = acceptedCount(result);
	return {
		rate: count / result.seconds,
		cost: ((processorTime(server.pid) - before) / count) * 1000,
	};
}
