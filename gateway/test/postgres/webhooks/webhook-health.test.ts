import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../../support/data-folder.ts';
import { runSql } from '../../support/database.ts';
import { startGatewayProcess, type GatewayProcess } from '../../support/gateway-process.ts';
import { connectedInstance } from '../../support/gateway.ts';
import { startReceiver, type Receiver } from '../../support/servers/receiver.ts';
import { until } from '../../support/until.ts';

describe('a failing webhook of two gateways on one database', () => {
	let folder: string;
	let remove: () => Promise<void>;
	let receiver: Receiver;
	let watcher: Receiver;
	let gateways: readonly [GatewayProcess, GatewayProcess];

	beforeEach(async () => {
		({ folder, remove } = await temporaryFolder());
		receiver = await startReceiver();
		watcher = await startReceiver();
		const start = () =>
			startGatewayProcess(folder, {
				GATEWAY_SIMULATOR_LATENCY_MS: '0,0,0',
				GATEWAY_RETRY_SCHEDULE: '0s,0s,0s',
			});
		gateways = [await start(), await start()];
	});
	afterEach(async () => {
		for (const gateway of gateways) await gateway.end('SIGTERM');
		await receiver.close();
		await watcher.close();
		await remove();
	});

	it('has one event, and its recovery has one too', async () => {
		const [first, second] = gateways;
		const instances = [await connectedInstance(first, 'First'), await connectedInstance(second, 'Second')];
		const created = await first.post('/v1/webhooks', { url: receiver.url, events: ['message.received'] });
		const path = `/v1/webhooks/${created.text('data.id')}`;
		await second.post('/v1/webhooks', {
			url: watcher.url,
			events: ['webhook.failing', 'webhook.recovered'],
		});
		const receive = (count: number) =>
			Promise.all(
				Array.from({ length: count }, (_, index) => {
					const instanceId = instances[index % 2] ?? '';
					const message = { from: '4915112345678', content: `Message ${index}` };
					return gateways[index % 2]?.post(`/simulator/v1/instances/${instanceId}/messages`, message);
				}),
			);
		const kinds = () => {
			const events = new Map(watcher.requests.map((request) => [request.at('eventId'), request.at('event')]));
			return [...events.values()];
		};
		const allFinished = () =>
			until('all to be finished', async () => (await second.get(`${path}/health`)).at('data.pending') === 0);
		for (let round = 1; round <= 3; round += 1) {
			receiver.answer((response) => response.writeHead(500).end());
			await receive(40);
			await until('the failures', async () => (await second.get(path)).at('data.failingSince') !== null);
			await allFinished();
			receiver.answer((response) => response.end());
			await receive(2);
			await until('the recovery', async () => (await first.get(path)).at('data.failingSince') === null);
			await until('all to be told', () => kinds().length >= 2 * round);
			await allFinished();
			expect((await first.get(`${path}/health`)).at('data.failures')).toBe(0);
		}
		const told = ['webhook.failing', 'webhook.recovered'];
		expect(kinds()).toEqual([...told, ...told, ...told]);
	});

	it('has its rate shared by them', async () => {
		const [first, second] = gateways;
		const instances = [await connectedInstance(first, 'First'), await connectedInstance(second, 'Second')];
		await heartbeats();
		const body = { url: receiver.url, events: ['message.received'], ratePerSecond: 4 };
		await first.post('/v1/webhooks', body);
		const started = performance.now();
		for (let index = 0; index < 30; index += 1) {
			const gateway = index % 2 === 0 ? first : second;
			const path = `/simulator/v1/instances/${instances[index % 2] ?? ''}/messages`;
			await gateway.post(path, { from: '4915112345678', content: `Message ${index}` });
		}
		const requests = await receiver.count(30);
		expect(new Set(requests.map((request) => request.at('eventId'))).size).toBe(30);
		// They need seven seconds, also on a busy machine. If each gateway had the whole rate, they would need three.
		expect(performance.now() - started).toBeGreaterThan(5000);
	});

	/** Resolves when each gateway has had a heartbeat since all of them are there, and so has counted them. */
	async function heartbeats(): Promise<void> {
		const [latest] = await runSql(folder, 'select max(seen_at) as at from processes');
		await until('the heartbeats', async () => {
			const [earliest] = await runSql(folder, 'select min(seen_at) as at from processes');
			return Number(earliest?.at) > Number(latest?.at);
		});
	}
});
