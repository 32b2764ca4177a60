import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { NetworkConnection } from '../../../../src/network/driver.ts';
import { createDeviceUnderTest, type DeviceUnderTest } from '../../../support/whatsapp/linked-device.ts';
import { startWhatsApp, type WhatsApp } from '../../../support/whatsapp/whatsapp.ts';

const ACCOUNT = '4915111111111';
const ADA = '4915122222222';
const PICTURE = 'https://pps.whatsapp.net/v/ada.jpg';
const QUERY = 'w:profile:picture picture';

describe('the profile of a contact', () => {
	let whatsApp: WhatsApp;
	let device: DeviceUnderTest;
	let connection: NetworkConnection;

	beforeAll(async () => {
		whatsApp = await startWhatsApp();
		device = await createDeviceUnderTest(whatsApp);
		connection = await device.linkTo(ACCOUNT);
		await whatsApp.person(ADA, { about: 'Busy', picture: PICTURE });
	});
	afterAll(async () => {
		await device.close();
		await whatsApp.close();
	});

	const profile = () => connection.getContact(`${ADA}@s.whatsapp.net`);

	it('has no picture where the account may not see it', async () => {
		await whatsApp.queryRules({ query: QUERY, error: 401, times: 1 });
		expect(await profile()).toMatchObject({ about: 'Busy', profilePicUrl: null });
	});

	it.each([429, 500])(
		'is unavailable where WhatsApp answers the query for the picture with %s',
		async (error) => {
			await whatsApp.queryRules({ query: QUERY, error, times: 1 });
			await expect(profile()).rejects.toMatchObject({ code: 'service_unavailable' });
			expect(await profile()).toMatchObject({ about: 'Busy', profilePicUrl: PICTURE });
		},
	);
});
