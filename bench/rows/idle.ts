import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openConnection, postBytes } from '../load/connection.ts';
import { milliseconds, timeRow, type Measurement, type MeasureOptions } from '../report/row.ts';
import { createConnectedInstance, registerWebhook } from '../server/client.ts';
import { startGateway } from '../server/gateway.ts';
import { startReceiver } from '../server/start-receiver.ts';
import { median, percentile, sharedClockNow } from '../statistics.ts';
import { startWorker } from '../worker.ts';

/** Messages per round, and messages of the warm-up before it. */
const MESSAGES = 200;
const WARM_UP = 50;
/** Milliseconds between a response and the next message: longer than an event takes. */
const PAUSE = 25;

/** (c) one message at a time: from the request to message.sent at the receiver. */
export const idle: Measurement = async (options) => {
	const p50: number[] = [];
	const p99: number[] = [];
	const limit: number[] = [];
	for (let round = 1; round <= options.rounds; round += 1) {
		const times = await measureSends(options);
		p50.push(percentile(times, 50));
		p99.push(percentile(times, 99));
		limit.push(percentile(await measurePlainExchanges(), 50));
		options.progress(
			`(c) ${round}/${options.rounds}: p50 ${milliseconds(p50.at(-1) ?? 0)}, p99 ${milliseconds(p99.at(-1) ?? 0)}; two plain exchanges ${milliseconds(limit.at(-1) ?? 0)}`,
		);
	}
	return [
		{
			...timeRow('(c) idle, send to webhook, p50', median(p50), 10),
			limit: milliseconds(median(limit)),
			ratio: (median(p50) / median(limit)).toFixed(1),
		},
		timeRow('(c) idle, send to webhook, p99', median(p99), 50),
	];
};

async function measureSends({ engine }: MeasureOptions): Promise<number[]> {
	const storage = await engine.createStorage();
	const gateway = await startGateway(storage);
	const { receiver, url } = await startReceiver();
	try {
		await registerWebhook(gateway, `${url}/timed`, ['message.sent']);
		const instanceId = await createConnectedInstance(gateway, 'Shop');
		const target = new URL(gateway.url);
		const connection = await openConnection(target);
		const headers = { authorization: `Bearer ${gateway.key}` };
		const startedAt = new Map<string, number>();
		for (let number = 0; number < WARM_UP + MESSAGES; number += 1) {
			const body = JSON.stringify({ instanceId, to: String(4_915_100_000_007 + number), message: 'Hello' });
			const request = postBytes(target, '/v1/messages/send', headers, body);
			const at = sharedClockNow();
			const answer = await connection.exchange(request);
			const { messageId } = JSON.parse(answer?.body ?? '{}') as { messageId?: string };
			if (messageId === undefined) throw new Error(`Not accepted: ${answer?.body ?? 'no response'}`);
			if (number >= WARM_UP) startedAt.set(messageId, at);
			await sleep(PAUSE);
		}
		await sleep(500);
		connection.close();
		const { arrivals = [] } = await receiver.request('arrivals');
		const arrivedAt = new Map(arrivals.map(({ messageId, at }) => [messageId, at]));
		return [...startedAt].map(([messageId, at]) => (arrivedAt.get(messageId) ?? Infinity) - at);
	} finally {
		await gateway.end('SIGKILL');
		await receiver.end();
		await storage.remove();
	}
}

/** Measures the lower bound: one request to bare Fastify, then one to the receiver. */
async function measurePlainExchanges(): Promise<number[]> {
	const bare = startWorker<'url', string>(path.join(import.meta.dirname, '../server/bare-fastify.ts'));
	const { receiver, url } = await startReceiver();
	try {
		const targets = [new URL(await bare.request('url')), new URL(url)] as const;
		const body = JSON.stringify({ instanceId: 'inst_1', to: '4915112345678', message: 'Hello' });
		const requests = [
			postBytes(targets[0], '/v1/messages/send', {}, body),
			postBytes(targets[1], '/hook', {}, body),
		] as const;
		const connections = [await openConnection(targets[0]), await openConnection(targets[1])] as const;
		const times: number[] = [];
		for (let number = 0; number < WARM_UP + MESSAGES; number += 1) {
			const at = sharedClockNow();
			await connections[0].exchange(requests[0]);
			await connections[1].exchange(requests[1]);
			if (number >= WARM_UP) times.push(sharedClockNow() - at);
			await sleep(PAUSE / 5);
		}
		for (const connection of connections) connection.close();
		return times;
	} finally {
		await bare.end();
		await receiver.end();
	}
}
