import { request, Agent } from 'undici';
import { setTimeout as sleep } from 'node:timers/promises';
import { milliseconds, timeRow, type Measurement, type MeasureOptions } from '../report/row.ts';
import { createConnectedInstance, registerWebhook } from '../server/client.ts';
import { startGateway, type GatewayProcess } from '../server/gateway.ts';
import { startReceiver, type Receiver } from '../server/start-receiver.ts';
import { median, percentile, sharedClockNow } from '../statistics.ts';

const ENDPOINTS = 100;
/** Endpoints that respond after five seconds, with 500, and with one byte per second. */
const HANGING = 20;
const FAILING = 10;
const DRIPPING = 1;
/** Events per second; each is delivered to every endpoint. */
const PER_SECOND = 5;
/** Duration of this row as a multiple of that of other rows. */
const DURATION_FACTOR = 4;
/** Delays so short that retries happen during the measurement. */
const RETRY_SCHEDULE = '0s,1s,2s,5s,10s,30s';
/** Milliseconds until the last event must have reached all healthy endpoints. */
const ARRIVAL_TIMEOUT = 30_000;
const POLL_INTERVAL = 100;

/** (g) delivery times of healthy endpoints, with and without slow and broken endpoints beside them. */
export const slowEndpoints: Measurement = async (options) => {
	const undisturbed: number[] = [];
	const disturbed: number[] = [];
	for (let round = 1; round <= options.rounds; round += 1) {
		undisturbed.push(percentile(await measureHealthyEndpoints(options, () => 'timed'), 95));
		disturbed.push(percentile(await measureHealthyEndpoints(options, behaviorOf), 95));
		options.progress(
			`(g) ${round}/${options.rounds}: p95 ${milliseconds(undisturbed.at(-1) ?? 0)} undisturbed, ${milliseconds(disturbed.at(-1) ?? 0)} beside slow and broken ones`,
		);
	}
	const [limit, ours] = [median(undisturbed), median(disturbed)];
	return [
		timeRow('(g) healthy endpoints beside slow ones, p95', ours, 1000),
		{
			name: '(g) the same against undisturbed',
			ours: milliseconds(ours),
			limit: milliseconds(limit),
			ratio: (ours / limit).toFixed(2),
			required: '<= 2.00',
			ok: ours <= 2 * limit,
		},
	];
};

/** Returns the beginning of an endpoint's path, which selects the behavior of the receiver. */
function behaviorOf(index: number): string {
	if (index < HANGING) return 'hang';
	if (index < HANGING + FAILING) return 'fail';
	return index < HANGING + FAILING + DRIPPING ? 'drip' : 'timed';
}

/** Returns the milliseconds from each received message to its event at each healthy endpoint. */
async function measureHealthyEndpoints(
	{ engine, seconds }: MeasureOptions,
	behavior: (index: number) => string,
): Promise<number[]> {
	const storage = await engine.createStorage();
	const settings = { ...storage.settings, GATEWAY_RETRY_SCHEDULE: RETRY_SCHEDULE };
	const gateway = await startGateway({ folder: storage.folder, settings });
	const { receiver, url } = await startReceiver();
	try {
		let healthy = 0;
		for (let index = 0; index < ENDPOINTS; index += 1) {
			if (behavior(index) === 'timed') healthy += 1;
			await registerWebhook(gateway, `${url}/${behavior(index)}/${index}`, ['message.received']);
		}
		const instanceId = await createConnectedInstance(gateway, 'Shop');
		const startedAt = await sendSteadily(gateway, instanceId, seconds * DURATION_FACTOR);
		return await arrivalTimes(receiver, startedAt, healthy);
	} finally {
		await gateway.end('SIGKILL');
		await receiver.end();
		await storage.remove();
	}
}

/** Sends messages to an instance at a steady rate. Returns the start time of each by message id. */
async function sendSteadily(
	{ url, key }: GatewayProcess,
	instanceId: string,
	seconds: number,
): Promise<Map<string, number>> {
	const startedAt = new Map<string, number>();
	const dispatcher = new Agent();
	const send = async (number: number): Promise<void> => {
		const at = sharedClockNow();
		const { body } = await request(`${url}/simulator/v1/instances/${instanceId}/messages`, {
			dispatcher,
			method: 'POST',
			headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
			body: JSON.stringify({ from: '4915112345678', content: `Message ${number}` }),
		});
		const { data } = (await body.json()) as { data: { messageId: string } };
		startedAt.set(data.messageId, at);
	};
	const sends: Promise<void>[] = [];
	for (let number = 0; number < seconds * PER_SECOND; number += 1) {
		sends.push(send(number));
		await sleep(1000 / PER_SECOND);
	}
	await Promise.all(sends);
	await dispatcher.close();
	return startedAt;
}

async function arrivalTimes(
	receiver: Receiver,
	startedAt: ReadonlyMap<string, number>,
	healthy: number,
): Promise<number[]> {
	const times: number[] = [];
	const deadline = performance.now() + ARRIVAL_TIMEOUT;
	while (times.length < startedAt.size * healthy && performance.now() < deadline) {
		const { arrivals = [] } = await receiver.request('arrivals');
		times.push(...arrivals.map(({ messageId, at }) => at - (startedAt.get(messageId) ?? Number.NaN)));
		await sleep(POLL_INTERVAL);
	}
	while (times.length < startedAt.size * healthy) times.push(Infinity);
	return times;
}
