import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '../../../support/until.ts';
import {
	createDeviceUnderTest,
	type DeviceUnderTest,
	type EventOf,
} from '../../../support/whatsapp/linked-device.ts';
import { startWhatsApp, type WhatsApp } from '../../../support/whatsapp/whatsapp.ts';

const ACCOUNT = '4915111111111';
const ADA = '4915122222222';
const BOB = '4915133333333';

describe('people whom the owner blocks and unblocks on the phone', () => {
	let whatsApp: WhatsApp;
	let device: DeviceUnderTest;
	/** Whether reports can be stored, and the reports that could not. */
	const store = { isOpen: true, refused: 0 };

	beforeAll(async () => {
		whatsApp = await startWhatsApp();
		device = await createDeviceUnderTest(whatsApp, {
			beforeReport(events) {
				if (store.isOpen || !events.some(({ kind }) => kind === 'contacts')) return Promise.resolve();
				store.refused += 1;
				return Promise.reject(new Error('The store is not available.'));
			},
		});
	});
	afterAll(async () => {
		await device.close();
		await whatsApp.close();
	});

	/** Whether people are blocked, as it was reported, in order. */
	const blocked = () =>
		device.reports
			.filter((one): one is EventOf<'contacts'> => one.kind === 'contacts')
			.flatMap(({ contacts }) => contacts)
			.flatMap(({ isBlocked }) => (isBlocked === undefined ? [] : [isBlocked]));

	it('are reported by the next connection where the first one ended before they were stored', async () => {
		const connection = await device.linkTo(ACCOUNT);
		await whatsApp.block(ACCOUNT, ADA, true);
		await until('the first block', () => blocked().length === 1);
		store.isOpen = false;
		await whatsApp.block(ACCOUNT, ADA, false);
		await whatsApp.block(ACCOUNT, BOB, true);
		await until('the reports', () => store.refused > 0);
		await connection.close();
		store.isOpen = true;
		await device.resume();
		await until('both changes', () => blocked().length === 3);
		expect(blocked()).toEqual([true, false, true]);
		expect((await whatsApp.log()).violations).toEqual([]);
	});
});
