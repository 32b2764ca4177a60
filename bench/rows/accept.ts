import path from 'node:path';
import { sendJob } from '../load/send-job.ts';
import { rateOf, startLoad, type Load } from '../load/start-load.ts';
import { ratioRow, type Measurement, type Terms } from '../report/row.ts';
import { connectedInstance } from '../server/client.ts';
import { startGateway } from '../server/gateway.ts';
import { median } from '../statistics.ts';
import { startWorker } from '../worker.ts';

const CONNECTIONS = 64;
/** Seconds before any request counts. */
const WARM_UP = 1;
/** So slow a network confirms nothing while it is measured, so that nothing but accepting is done. */
const SLOW_NETWORK = { GATEWAY_SIMULATOR_LATENCY_MS: '3600000,0,0' };

/** (a) POST /v1/messages/send on 64 connections, durable, against bare Fastify with the same schema and answer. */
export const accept: Measurement = async (terms) => {
	const load = startLoad();
	const bare = startWorker<'url', string>(path.join(import.meta.dirname, '../server/bare-fastify.ts'));
	const bareUrl = await bare.ask('url');
	const whileSending: number[] = [];
	const alone: number[] = [];
	const limit: number[] = [];
	try {
		for (let round = 0; round < terms.rounds; round += 1) {
			whileSending.push(await ours(terms, load, {}));
			alone.push(await ours(terms, load, SLOW_NETWORK));
			limit.push(await rate(load, { url: bareUrl, key: 'none' }, ['inst_01hzz0000000000000000000'], terms));
			terms.progress(
				`accept ${round + 1}/${terms.rounds}: ${Math.round(whileSending.at(-1) ?? 0)} sending, ${Math.round(alone.at(-1) ?? 0)} alone, ${Math.round(limit.at(-1) ?? 0)} bare`,
			);
		}
	} finally {
		await load.end();
		await bare.end();
	}
	return [
		ratioRow('(a) accept, sender idle', median(alone), median(limit), 0.35),
		ratioRow('(a) accept, sent meanwhile', median(whileSending), median(limit), null),
	];
};

async function ours(terms: Terms, load: Load, settings: Record<string, string>): Promise<number> {
	const place = await terms.engine.place();
	const gateway = await startGateway({
		folder: place.folder,
		settings: { ...place.settings, ...settings },
		profile: terms.onProfile !== null,
	});
	try {
		const instances = [await connectedInstance(gateway, 'Bench'), await connectedInstance(gateway, 'Shop')];
		return await rate(load, gateway, instances, terms);
	} finally {
		await gateway.end(terms.onProfile === null ? 'SIGKILL' : 'SIGTERM');
		await terms.onProfile?.(place.folder);
		await place.remove();
	}
}

async function rate(
	load: Load,
	server: { url: string; key: string },
	instances: readonly string[],
	{ seconds }: Terms,
): Promise<number> {
	const how = { connections: CONNECTIONS, seconds };
	await load.ask(sendJob(server, instances, { ...how, seconds: WARM_UP }));
	return rateOf(await load.ask(sendJob(server, instances, how)), 202);
}
