import { request, Agent } from 'undici';
import { milliseconds, timeRow, type Measurement, type MeasureOptions } from '../report/row.ts';
import { createConnectedInstance, registerWebhook } from '../server/client.ts';
import { startGateway, type GatewayProcess } from '../server/gateway.ts';
import { startReceiver, type Receiver } from '../server/start-receiver.ts';
import { median, percentile, sharedClockNow } from '../statistics.ts';

const ENDPOINTS = 100;
/** Of these as many hang for five seconds, answer 500, and send one byte a second. */
const HANGING = 20;
const FAILING = 10;
const DRIPPING = 1;
/** Events a second, each of which goes to every endpoint. */
const PER_SECOND = 5;
/** Seconds of events, as a multiple of what other rows measure. */
const LONGER = 4;
/** So short that what failed comes back while it is measured. */
const RETRIES = '0s,1s,2s,5s,10s,30s';
/** Milliseconds in which the last event has to reach all healthy endpoints. */
const PATIENCE = 30_000;
const LOOK_EVERY = 100;

/** (g) many endpoints, some of which are slow or broken: what the others notice of that. */
export const slowEndpoints: Measurement = async (terms) => {
	const undisturbed: number[] = [];
	const disturbed: number[] = [];
	for (let round = 1; round <= terms.rounds; round += 1) {
		undisturbed.push(percentile(await healthyTimes(terms, () => 'timed'), 95));
		disturbed.push(percentile(await healthyTimes(terms, habitOf), 95));
		terms.progress(
			`(g) ${round}/${terms.rounds}: p95 ${milliseconds(undisturbed.at(-1) ?? 0)} undisturbed, ${milliseconds(disturbed.at(-1) ?? 0)} beside slow and broken ones`,
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

/** What the path of an endpoint begins with, which tells the receiver how to answer. */
function habitOf(index: number): string {
	if (index < HANGING) return 'hang';
	if (index < HANGING + FAILING) return 'fail';
	return index < HANGING + FAILING + DRIPPING ? 'drip' : 'timed';
}

/** Milliseconds from each event's cause to its arrival at each healthy endpoint. */
async function healthyTimes(
	{ engine, seconds }: MeasureOptions,
	habit: (index: number) => string,
): Promise<number[]> {
	const place = await engine.place();
	const settings = { ...place.settings, GATEWAY_RETRY_SCHEDULE: RETRIES };
	const gateway = await startGateway({ folder: place.folder, settings });
	const { receiver, url } = await startReceiver();
	try {
		let healthy = 0;
		for (let index = 0; index < ENDPOINTS; index += 1) {
			if (habit(index) === 'timed') healthy += 1;
			await registerWebhook(gateway, `${url}/${habit(index)}/${index}`, ['message.received']);
		}
		const instanceId = await createConnectedInstance(gateway, 'Shop');
		const begun = await writeSteadily(gateway, instanceId, seconds * LONGER);
		return await arrivalTimes(receiver, begun, healthy);
	} finally {
		await gateway.end('SIGKILL');
		await receiver.end();
		await place.remove();
	}
}

/** Lets messages arrive at a steady rate; returns when each of them was begun. */
async function writeSteadily(
	{ url, key }: GatewayProcess,
	instanceId: string,
	seconds: number,
): Promise<Map<string, number>> {
	const begun = new Map<string, number>();
	const dispatcher = new Agent();
	const write = async (number: number): Promise<void> => {
		const at = sharedClockNow();
		const { body } = await request(`${url}/simulator/v1/instances/${instanceId}/messages`, {
			dispatcher,
			method: 'POST',
			headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
			body: JSON.stringify({ from: '4915112345678', content: `Message ${number}` }),
		});
		const { data } = (await body.json()) as { data: { messageId: string } };
		begun.set(data.messageId, at);
	};
	const writing: Promise<void>[] = [];
	for (let number = 0; number < seconds * PER_SECOND; number += 1) {
		writing.push(write(number));
		await new Promise((resolve) => setTimeout(resolve, 1000 / PER_SECOND));
	}
	await Promise.all(writing);
	await dispatcher.close();
	return begun;
}

async function arrivalTimes(
	receiver: Receiver,
	begun: ReadonlyMap<string, number>,
	healthy: number,
): Promise<number[]> {
	const times: number[] = [];
	const deadline = performance.now() + PATIENCE;
	while (times.length < begun.size * healthy && performance.now() < deadline) {
		const { arrivals = [] } = await receiver.ask('arrivals');
		times.push(...arrivals.map(({ messageId, at }) => at - (begun.get(messageId) ?? Number.NaN)));
		await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
	}
	while (times.length < begun.size * healthy) times.push(Infinity);
	return times;
}
