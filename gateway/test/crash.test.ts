import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from './support/data-folder.ts';
import { startGatewayProcess, type GatewayProcess } from './support/gateway-process.ts';
import { connectedInstance, sendText } from './support/gateway.ts';
import { startReceiver, type Receiver } from './support/servers/receiver.ts';

describe('a gateway killed with SIGKILL', () => {
	let folder: string;
	let remove: () => Promise<void>;
	let receiver: Receiver;
	let gateway: GatewayProcess;

	beforeEach(async () => {
		({ folder, remove } = await temporaryFolder());
		receiver = await startReceiver();
	});
	afterEach(async () => {
		await gateway.end('SIGTERM');
		await receiver.close();
		await remove();
	});

	it('sends an accepted message after the restart and delivers its webhook', async () => {
		gateway = await startGatewayProcess(folder, { GATEWAY_SIMULATOR_LATENCY_MS: '600000,0,0' });
		const instanceId = await connectedInstance(gateway);
		await gateway.post('/v1/webhooks', { url: receiver.url, events: ['message.sent'] });
		const messageId = await sendText(gateway, instanceId, '4915112345678');
		await gateway.end('SIGKILL');
		expect(receiver.requests).toHaveLength(0);

		gateway = await startGatewayProcess(folder, { GATEWAY_SIMULATOR_LATENCY_MS: '0,0,0' });
		const [request] = await receiver.count(1);
		expect(request?.at('data.messageId')).toBe(messageId);
	});

	it('repeats an interrupted delivery with the same event id and the same bytes', async () => {
		gateway = await startGatewayProcess(folder);
		const instanceId = await connectedInstance(gateway);
		await gateway.post('/v1/webhooks', { url: receiver.url, events: ['message.sent'] });
		receiver.answer(() => undefined);
		await sendText(gateway, instanceId, '4915112345678');
		await receiver.count(1);
		await gateway.end('SIGKILL');

		receiver.answer((response) => response.end());
		gateway = await startGatewayProcess(folder);
		const [first, second] = await receiver.count(2);
		expect(second?.raw).toBe(first?.raw);
		expect(second?.at('eventId')).toBe(first?.at('eventId'));
		expect(second?.headers['x-service-attempt']).toBe('2');
	});
});
