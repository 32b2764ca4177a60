import { setTimeout as sleep } from 'node:timers/promises';
import { openConnection, postBytes, type RawConnection } from '../load/connection.ts';
import { milliseconds, timeRow, type Measurement } from '../report/row.ts';
import { createConnectedInstance, registerWebhook } from '../server/client.ts';
import { startGateway, type GatewayProcess } from '../server/gateway.ts';
import { startReceiver, type Receiver } from '../server/start-receiver.ts';
import { median, percentile, sharedClockNow } from '../statistics.ts';

const MESSAGES = 300;
/** Milliseconds after which a missing event counts as Infinity. */
const ARRIVAL_TIMEOUT = 15_000;
const POLL_INTERVAL = 50;

/** (d) many phones send a message to an instance at the same moment: from then to each webhook request. */
export const inbound: Measurement = async (options) => {
	const p50: number[] = [];
	const last: number[] = [];
	const storage = await options.engine.createStorage();
	const gateway = await startGateway(storage);
	const { receiver, url } = await startReceiver();
	try {
		await registerWebhook(gateway, `${url}/timed`, ['message.received']);
		const instanceId = await createConnectedInstance(gateway, 'Shop');
		const target = new URL(gateway.url);
		const connections: RawConnection[] = [];
		for (let count = 0; count < MESSAGES; count += 1) connections.push(await openConnection(target));
		// Round 0 is the warm-up.
		for (let round = 0; round <= options.rounds; round += 1) {
			const times = await burst(gateway, instanceId, connections, receiver);
			if (round === 0) continue;
			p50.push(percentile(times, 50));
			last.push(Math.max(...times));
			options.progress(
				`(d) ${round}/${options.rounds}: p50 ${milliseconds(p50.at(-1) ?? 0)}, last ${milliseconds(last.at(-1) ?? 0)}`,
			);
		}
		for (const connection of connections) connection.close();
	} finally {
		await gateway.end('SIGKILL');
		await receiver.end();
		await storage.remove();
	}
	return [
		timeRow(`(d) ${MESSAGES} arrive at once, to webhook, p50`, median(p50), 100),
		timeRow(`(d) ${MESSAGES} arrive at once, to webhook, last`, median(last), 500),
	];
};

/** Sends one message per connection at once. Returns the milliseconds from then to each arrival at the receiver. */
async function burst(
	{ url, key }: GatewayProcess,
	instanceId: string,
	connections: readonly RawConnection[],
	receiver: Receiver,
): Promise<number[]> {
	const target = new URL(url);
	const requests = connections.map((_, index) => {
		const body = JSON.stringify({
			from: String(4_915_100_000_007 + index),
			content: `Is ${index} in stock?`,
		});
		const headers = { authorization: `Bearer ${key}` };
		return postBytes(target, `/simulator/v1/instances/${instanceId}/messages`, headers, body);
	});
	const startedAt = sharedClockNow();
	const answers = await Promise.all(
		connections.map((connection, index) => connection.exchange(requests[index] ?? Buffer.alloc(0))),
	);
	const refused = answers.find((answer) => answer?.status !== 201);
	if (refused !== undefined) throw new Error(`A message did not arrive: ${JSON.stringify(refused)}`);
	const times: number[] = [];
	while (times.length < MESSAGES && sharedClockNow() - startedAt < ARRIVAL_TIMEOUT) {
		await sleep(POLL_INTERVAL);
		const { arrivals = [] } = await receiver.request('arrivals');
		times.push(...arrivals.map(({ at }) => at - startedAt));
	}
	while (times.length < MESSAGES) times.push(Infinity);
	return times;
}
