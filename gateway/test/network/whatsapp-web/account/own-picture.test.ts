import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createDeviceUnderTest, type DeviceUnderTest } from '../../../support/whatsapp/linked-device.ts';
import { startWhatsApp, type WhatsApp } from '../../../support/whatsapp/whatsapp.ts';

describe('the own picture of an account', () => {
	let whatsApp: WhatsApp;
	let device: DeviceUnderTest;

	beforeAll(async () => {
		whatsApp = await startWhatsApp();
		device = await createDeviceUnderTest(whatsApp);
	});
	afterAll(async () => {
		await device.close();
		await whatsApp.close();
	});

	it('is not reported by a connection to which WhatsApp does not report it', async () => {
		await whatsApp.queryRules({ query: 'w:profile:picture picture', error: 500, times: 1 });
		await device.link();
		await whatsApp.scan('4915111111111', (await device.reported('qr')).text);
		const { profile } = await device.reported('connected');
		expect(profile).toMatchObject({ phone: '4915111111111' });
		expect(profile).not.toHaveProperty('profilePicUrl');
	});
});
