import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../../../support/data-folder.ts';
import { startGatewayProcess, type GatewayProcess } from '../../../support/gateway-process.ts';
import { startWhatsApp, type WhatsApp } from '../../../support/whatsapp/whatsapp.ts';

describe('server with a foreign certificate', () => {
	let whatsApp: WhatsApp;
	let gateway: GatewayProcess;
	let remove: () => Promise<void>;

	beforeAll(async () => {
		const temporary = await temporaryFolder();
		remove = temporary.remove;
		whatsApp = await startWhatsApp();
		// Without the preload the gateway trusts only WhatsApp's own root, as it does outside of tests.
		gateway = await startGatewayProcess(temporary.folder, {
			GATEWAY_NETWORK: 'whatsapp',
			GATEWAY_WHATSAPP_URL: whatsApp.url,
		});
	});
	afterAll(async () => {
		await gateway.end('SIGTERM');
		await whatsApp.close();
		await remove();
	});

	it('links no instance', async () => {
		const id = (await gateway.post('/v1/instances', { name: 'Shop' })).text('data.id');
		const answer = await gateway.post(`/v1/instances/${id}/connect`, { method: 'qrcode' });
		expect(answer.status).toBe(503);
		const status = await gateway.get(`/v1/instances/${id}/status`);
		expect(status.body).toMatchObject({ data: { status: 'disconnected', qrCode: null } });
	});
});
