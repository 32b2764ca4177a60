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
const PICTURES = 'https://pps.whatsapp.net/v';

describe('pictures of contacts that change', () => {
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

	/** The pictures that were reported, in order. */
	const pictures = () =>
		device.reports
			.filter((one): one is EventOf<'contacts'> => one.kind === 'contacts')
			.flatMap(({ contacts }) => contacts)
			.flatMap(({ profilePicUrl }) => (profilePicUrl === undefined ? [] : [profilePicUrl]));

	it('are reported by the next connection where the first one ended before they were stored', async () => {
		const connection = await device.link();
		await whatsApp.scan(ACCOUNT, (await device.reported('qr')).text);
		await device.reported('connected');
		await whatsApp.changePicture(ADA, ACCOUNT, `${PICTURES}/ada.jpg`);
		await until('the picture', () => pictures().includes(`${PICTURES}/ada.jpg`));
		store.isOpen = false;
		await whatsApp.changePicture(ADA, ACCOUNT, null);
		await whatsApp.changePicture(BOB, ACCOUNT, `${PICTURES}/new.jpg`);
		await until('the reports', () => store.refused > 0);
		await connection.close();
		store.isOpen = true;
		await device.resume();
		await until('no picture of Ada', () => pictures().includes(null));
		await until('the new picture of Bob', () => pictures().includes(`${PICTURES}/new.jpg`));
	});

	it('are all reported, also where many change at the same time', async () => {
		const phones = Array.from({ length: 30 }, (_, index) => `49151444444${10 + index}`);
		await whatsApp.queryRules({ query: 'w:profile:picture picture', held: true, times: 20 });
		for (const phone of phones) await whatsApp.changePicture(phone, ACCOUNT, `${PICTURES}/${phone}.jpg`);
		await until('the queries', async () => {
			const { queries } = await whatsApp.log();
			return (queries['w:profile:picture picture'] ?? 0) >= 20;
		});
		await whatsApp.send(ADA, ACCOUNT, { text: 'After the pictures' });
		await device.reported('message');
		await whatsApp.answerHeld();
		await until('all pictures', () =>
			phones.every((phone) => pictures().includes(`${PICTURES}/${phone}.jpg`)),
		);
		expect((await whatsApp.log()).violations).toEqual([]);
	});
});
