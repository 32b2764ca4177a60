import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startCloudApi, type CloudApi } from '../../support/official/cloud-api.ts';
import { connectOfficial, whatsAppSettings } from '../../support/official/official.ts';
import {
	startWhatsAppTestGateway,
	type WhatsAppTestGateway,
} from '../../support/whatsapp/whatsapp-gateway.ts';
import { startWhatsApp, type WhatsApp } from '../../support/whatsapp/whatsapp.ts';

const ACCOUNT = '4915111111111';

describe('instance switched from QR code to the official API', () => {
	let whatsApp: WhatsApp;
	let meta: CloudApi;
	let gateway: WhatsAppTestGateway;

	beforeAll(async () => {
		[whatsApp, meta] = await Promise.all([startWhatsApp(), startCloudApi()]);
		gateway = await startWhatsAppTestGateway(whatsApp, whatsAppSettings(meta));
	});
	afterAll(async () => {
		await gateway.close();
		await Promise.all([whatsApp.close(), meta.close()]);
	});

	const connectOfficially = async (id: string) => {
		const answer = await connectOfficial(gateway.client, id);
		expect(answer.body).toEqual({ success: true, status: 'connected' });
	};
	/** Returns the profile name of an instance once it is connected. */
	const profile = async (id: string) => {
		await gateway.has(id, 'connected');
		return (await gateway.client.get(`/v1/instances/${id}`)).at('data.profileName');
	};

	it('stays official after a restart when a device was linked before', async () => {
		const id = await gateway.linked(ACCOUNT);
		await whatsApp.end(ACCOUNT, 440);
		await gateway.has(id, 'disconnected');
		await connectOfficially(id);
		await gateway.restart();
		expect(await profile(id)).toBe('Jaspers Market');
		const { accounts } = await whatsApp.stats();
		expect(accounts.filter(({ connected }) => connected)).toEqual([]);
	});

	it('stays official after a restart when a QR code was shown before', async () => {
		const id = (await gateway.client.post('/v1/instances', { name: 'Shop' })).text('data.id');
		await gateway.client.post(`/v1/instances/${id}/connect`, { method: 'qrcode' });
		await connectOfficially(id);
		await gateway.restart();
		expect(await profile(id)).toBe('Jaspers Market');
	});
});
