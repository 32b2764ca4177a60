import path from 'node:path';
import type { PostJob } from '../load/post-alone.ts';
import type { MeasureOptions } from '../report/row.ts';
import { startGateway } from '../server/gateway.ts';
import { startReceiver } from '../server/start-receiver.ts';
import { startWorker } from '../worker.ts';
import { waitUntilDrained, prepareCycle } from './run-cycle.ts';

const CONNECTIONS = 32;
/** Messages whose events are posted. */
const SAMPLES = 20;
/** The same names and lengths as the headers of a delivery. */
const HEADERS = {
	'content-type': 'application/json',
	'user-agent': 'messaging-gateway/1',
	'x-service-attempt': '1',
	'x-service-signature': `sha256=${'0'.repeat(64)}`,
	'webhook-id': `evt_${'0'.repeat(26)}`,
	'webhook-timestamp': '1700000000',
	'webhook-signature': `v1,${'0'.repeat(44)}`,
};

/** Returns how many event bodies per second undici alone posts to a receiver. */
export async function undiciAlone({ engine, seconds }: MeasureOptions): Promise<number> {
	const storage = await engine.createStorage();
	const gateway = await startGateway(storage);
	const { receiver, url } = await startReceiver();
	const poster = startWorker<PostJob, number>(path.join(import.meta.dirname, '../load/post-alone.ts'));
	try {
		const [instanceId = ''] = await prepareCycle(gateway, url);
		for (let sent = 0; sent < SAMPLES; sent += 1) {
			const message = 'Your order 1000 is on its way and arrives tomorrow between 9 and 12.';
			await gateway.must('POST', '/v1/messages/send', { instanceId, to: '4915112345678', message });
		}
		await waitUntilDrained(receiver, SAMPLES);
		await gateway.end('SIGKILL');
		const { samples: bodies = [] } = await receiver.request('samples');
		const job = { url: `${url}/hook`, headers: HEADERS, bodies, connections: CONNECTIONS };
		await poster.request({ ...job, seconds: 1 });
		return await poster.request({ ...job, seconds });
	} finally {
		await gateway.end('SIGKILL');
		await receiver.end();
		await poster.end();
		await storage.remove();
	}
}
