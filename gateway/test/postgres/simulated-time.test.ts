import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../support/data-folder.ts';
import { connectedInstance, sendText } from '../support/gateway.ts';
import { startGatewayProcess, type GatewayProcess } from '../support/gateway-process.ts';
import { startReceiver, type Receiver } from '../support/servers/receiver.ts';
import { until } from '../support/until.ts';

const ANA = '4915112345678';
const HOUR = 3_600_000;

describe('the simulated time of two gateways', () => {
	let folder: string;
	let remove: () => Promise<void>;
	let receiver: Receiver;
	let first: GatewayProcess;
	let second: GatewayProcess;

	const start = (): Promise<GatewayProcess> =>
		startGatewayProcess(folder, { GATEWAY_SIMULATOR_LATENCY_MS: '0,0,0' });
	const nowAt = async (gateway: GatewayProcess): Promise<number> =>
		Date.parse((await gateway.get('/simulator/v1/clock')).text('data.now'));

	beforeEach(async () => {
		({ folder, remove } = await temporaryFolder());
		receiver = await startReceiver();
		first = await start();
		second = await start();
	});
	afterEach(async () => {
		await first.end('SIGTERM');
		await second.end('SIGTERM');
		await receiver.close();
		await remove();
	});

	it('is the same, whichever of them moves it, and survives both', async () => {
		receiver.answer((response) => response.writeHead(500).end());
		const instanceId = await connectedInstance(first);
		await first.post('/v1/webhooks', { url: receiver.url, events: ['message.received'] });
		await second.post(`/simulator/v1/instances/${instanceId}/messages`, { from: ANA, content: 'Hello' });
		const begun = await nowAt(second);
		const sendAt = new Date(begun + 2 * HOUR).toISOString();
		await sendText(second, instanceId, ANA, 'Later', { sendAt });
		const moved = await second.post('/simulator/v1/clock', { advance: '8h' });
		expect(moved.at('data.remaining')).toBe(0);
		expect(receiver.requests.map(({ headers }) => headers['x-service-attempt'])).toEqual([
			'1',
			'2',
			'3',
			'4',
			'5',
			'6',
		]);
		await until('the other gateway to follow', async () => (await nowAt(first)) >= begun + 8 * HOUR);

		await first.end('SIGKILL');
		await second.end('SIGTERM');
		first = await start();
		second = await start();
		expect(await nowAt(first)).toBeGreaterThanOrEqual(begun + 8 * HOUR);
		expect(await nowAt(second)).toBeGreaterThanOrEqual(begun + 8 * HOUR);
	});
});
