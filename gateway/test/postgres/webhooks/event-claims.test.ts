import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../../support/data-folder.ts';
import { startGatewayProcess, type GatewayProcess } from '../../support/gateway-process.ts';
import { connectedInstance } from '../../support/gateway.ts';
import { startReceiver, type Receiver } from '../../support/servers/receiver.ts';

const EVENTS = 50;

describe('a cluster of two gateways whose receiver claims events', () => {
	let remove: () => Promise<void>;
	let receiver: Receiver;
	let gateways: GatewayProcess[];

	beforeEach(async () => {
		const temporary = await temporaryFolder();
		remove = temporary.remove;
		receiver = await startReceiver();
		const environment = { GATEWAY_SIMULATOR_LATENCY_MS: '0,0,0' };
		gateways = [await startGatewayProcess(temporary.folder, environment)];
		gateways.push(await startGatewayProcess(temporary.folder, environment));
	});
	afterEach(async () => {
		for (const gateway of gateways) await gateway.end('SIGTERM');
		await receiver.close();
		await remove();
	});

	it('gives each event to one claimant, with concurrent requests to several gateways', async () => {
		const [first, second] = gateways;
		if (first === undefined || second === undefined) throw new Error('A gateway is missing.');
		const instanceId = await connectedInstance(first);
		const webhook = { url: receiver.url, events: ['message.received'] };
		const webhookId = (await first.post('/v1/webhooks', webhook)).text('data.id');
		for (let number = 0; number < EVENTS; number += 1) {
			const message = { from: '4915112345678', content: `Message ${number}` };
			await first.post(`/simulator/v1/instances/${instanceId}/messages`, message);
		}
		const eventIds = (await receiver.count(EVENTS)).map((delivery) => String(delivery.at('eventId')));
		// Opposite orders, so that transactions of many claims meet on the same rows.
		const claims = [
			...eventIds.map((eventId) => ({ gateway: first, eventId, claimant: 'one' })),
			...eventIds.toReversed().map((eventId) => ({ gateway: second, eventId, claimant: 'two' })),
		].map(async ({ gateway, eventId, claimant }) => {
			const answer = await gateway.post(`/v1/webhooks/${webhookId}/events/${eventId}/claim`, { claimant });
			expect(answer.status).toBe(200);
			return answer.at('data.claimed') === true ? [eventId] : [];
		});
		expect((await Promise.all(claims)).flat().sort()).toEqual([...eventIds].sort());
	});
});
