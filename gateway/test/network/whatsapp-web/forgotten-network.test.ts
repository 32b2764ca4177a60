import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
	startWhatsAppTestGateway,
	type WhatsAppTestGateway,
} from '../../support/whatsapp/whatsapp-gateway.ts';
import { startWhatsApp, type WhatsApp } from '../../support/whatsapp/whatsapp.ts';

let whatsApp: WhatsApp;
let gateway: WhatsAppTestGateway;

beforeAll(async () => {
	whatsApp = await startWhatsApp();
	gateway = await startWhatsAppTestGateway(whatsApp);
});
afterAll(async () => {
	await gateway.close();
	await whatsApp.close();
});

it('starts no simulated network for linked devices by default, and leaves them as they are', async () => {
	const instanceId = await gateway.linked('491700000100');
	await expect(gateway.client.restart({ GATEWAY_NETWORK: '' })).rejects.toThrow(
		/^The database has instances that are connected to WhatsApp, but GATEWAY_NETWORK is not set\..* Set GATEWAY_NETWORK=whatsapp/,
	);
	gateway.client = await gateway.client.restart();
	await gateway.has(instanceId, 'connected');

	// Where a copy of the database is tried, nobody wants the real network.
	gateway.client = await gateway.client.restart({ GATEWAY_NETWORK: 'simulator' });
	await gateway.has(instanceId, 'disconnected');
	gateway.client = await gateway.client.restart({ GATEWAY_NETWORK: '' });
});
