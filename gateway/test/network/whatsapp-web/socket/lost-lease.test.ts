import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '../../../support/until.ts';
import { createDeviceUnderTest, type DeviceUnderTest } from '../../../support/whatsapp/linked-device.ts';
import { startWhatsApp, type WhatsApp } from '../../../support/whatsapp/whatsapp.ts';

const ACCOUNT = '4915111111111';

describe('a connection to WhatsApp that is lost while another gateway takes the instance over', () => {
	let whatsApp: WhatsApp;
	let device: DeviceUnderTest;
	const lease = { isLost: false, refusals: 0 };
	beforeAll(async () => {
		whatsApp = await startWhatsApp();
		device = await createDeviceUnderTest(whatsApp, {
			confirmLease() {
				if (!lease.isLost) return Promise.resolve();
				lease.refusals += 1;
				return Promise.reject(new Error('Another gateway has the instance.'));
			},
		});
		await device.linkTo(ACCOUNT);
	});
	afterAll(async () => {
		await device.close();
		await whatsApp.close();
	});

	const logins = async (): Promise<number> => (await whatsApp.stats()).logins;

	it('does not log in again, which would end the connection of the other gateway', async () => {
		const before = await logins();
		lease.isLost = true;
		await whatsApp.end(ACCOUNT, 'drop');
		await until('two attempts', () => lease.refusals >= 2);
		expect(await logins()).toBe(before);
		expect(device.reports.some(({ kind }) => kind === 'disconnected')).toBe(false);
	});

	it('logs in again when this gateway has the instance after all', async () => {
		const before = await logins();
		lease.isLost = false;
		await until('the login', async () => (await logins()) > before);
	});
});
