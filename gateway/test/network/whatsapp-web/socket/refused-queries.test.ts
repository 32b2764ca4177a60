import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '../../../support/until.ts';
import { createDeviceUnderTest, type DeviceUnderTest } from '../../../support/whatsapp/linked-device.ts';
import { startWhatsApp, type WhatsApp } from '../../../support/whatsapp/whatsapp.ts';

const ACCOUNT = '4915111111111';
const ADA = '4915122222222';

describe('a query that a stanza of WhatsApp needs', () => {
	let whatsApp: WhatsApp;
	let device: DeviceUnderTest;

	beforeAll(async () => {
		whatsApp = await startWhatsApp();
		device = await createDeviceUnderTest(whatsApp);
		await device.linkTo(ACCOUNT);
	});
	afterAll(async () => {
		await device.close();
		await whatsApp.close();
	});

	it('does not end the connection where WhatsApp refuses it', async () => {
		const { logins } = await whatsApp.stats();
		await whatsApp.queryRules({ query: 'w:g2', error: 429 });
		await whatsApp.stanza(ACCOUNT, {
			tag: 'ib',
			attrs: { from: 's.whatsapp.net' },
			content: [{ tag: 'dirty', attrs: { type: 'groups', timestamp: '1700000000' } }],
		});
		await until('the failure in the log', () =>
			/refused, or did not answer|opened again/.test(device.logged()),
		);
		await whatsApp.send(ADA, ACCOUNT, { text: 'Still there?' });
		await device.reported('message');
		expect((await whatsApp.stats()).logins).toBe(logins);
	});
});
