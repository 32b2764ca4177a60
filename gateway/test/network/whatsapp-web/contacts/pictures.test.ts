import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createManualClock } from '../../../support/manual-clock.ts';
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
		const connection = await device.linkTo(ACCOUNT);
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

describe('a picture of a contact that WhatsApp does not return', () => {
	const QUERY = 'w:profile:picture picture';
	const FAILED = 'WhatsApp does not return the new picture of a contact';
	const clock = createManualClock();
	let whatsApp: WhatsApp;
	let device: DeviceUnderTest;

	beforeAll(async () => {
		whatsApp = await startWhatsApp();
		device = await createDeviceUnderTest(whatsApp, { clock });
		await device.linkTo(ACCOUNT);
	});
	afterAll(async () => {
		await device.close();
		await whatsApp.close();
	});

	const pictures = () =>
		device.reports
			.filter((one): one is EventOf<'contacts'> => one.kind === 'contacts')
			.flatMap(({ contacts }) => contacts)
			.flatMap(({ profilePicUrl }) => (profilePicUrl === undefined ? [] : [profilePicUrl]));

	let failures = 0;
	/** Waits until another query has failed, and lets the time pass until its retry. */
	const retryAfter = async (delay: number) => {
		failures += 1;
		await until('the failed query', () => device.logged().split(FAILED).length > failures);
		clock.advance(delay);
	};
	const queried = async () => (await whatsApp.log()).queries[QUERY] ?? 0;

	it('is asked for again where the query failed, and is none where the account may not see it', async () => {
		await whatsApp.queryRules({ query: QUERY, error: 429, times: 1 });
		await whatsApp.changePicture(ADA, ACCOUNT, `${PICTURES}/ada.jpg`);
		await retryAfter(5000);
		await until('the picture', () => pictures().length === 1);
		const before = await queried();
		await whatsApp.queryRules({ query: QUERY, delay: -1, times: 1 });
		await whatsApp.changePicture(ADA, ACCOUNT, `${PICTURES}/ada-2.jpg`);
		await until('the query without an answer', async () => (await queried()) > before);
		clock.advance(20_000);
		await retryAfter(5000);
		await until('the second picture', () => pictures().length === 2);
		await whatsApp.queryRules({ query: QUERY, error: 401, times: 1 });
		await whatsApp.changePicture(ADA, ACCOUNT, `${PICTURES}/hidden.jpg`);
		await until('no picture', () => pictures().length === 3);
		expect(pictures()).toEqual([`${PICTURES}/ada.jpg`, `${PICTURES}/ada-2.jpg`, null]);
	});

	it('stays the previous one after three queries', async () => {
		const reported = pictures().length;
		await whatsApp.queryRules({ query: QUERY, error: 500, times: 3 });
		await whatsApp.changePicture(BOB, ACCOUNT, `${PICTURES}/bob.jpg`);
		await retryAfter(5000);
		await retryAfter(30_000);
		await until('the last query', () => device.logged().split(FAILED).length > failures + 1);
		await whatsApp.changePicture(BOB, ACCOUNT, `${PICTURES}/bob-2.jpg`);
		await until('the later picture', () => pictures().length > reported);
		expect(pictures().slice(reported)).toEqual([`${PICTURES}/bob-2.jpg`]);
		expect((await whatsApp.log()).violations).toEqual([]);
	});
});

describe('a flood of changed pictures', () => {
	const QUERY = 'w:profile:picture picture';
	const clock = createManualClock();
	let whatsApp: WhatsApp;
	let device: DeviceUnderTest;
	/** Queries for the account's own picture. */
	let ofAccount = 0;

	beforeAll(async () => {
		whatsApp = await startWhatsApp();
		device = await createDeviceUnderTest(whatsApp, { clock });
		await device.linkTo(ACCOUNT);
		ofAccount = await queried();
	});
	afterAll(async () => {
		await device.close();
		await whatsApp.close();
	});

	const queried = async () => (await whatsApp.log()).queries[QUERY] ?? 0;
	const acknowledged = async () => (await whatsApp.stats()).accounts[0]?.pending === 0;
	const pictures = () =>
		device.reports
			.filter((one): one is EventOf<'contacts'> => one.kind === 'contacts')
			.flatMap(({ contacts }) => contacts)
			.flatMap(({ profilePicUrl }) => profilePicUrl ?? []);

	it('of one person is asked for as it is at last', async () => {
		const before = await queried();
		await whatsApp.queryRules({ query: QUERY, held: true, times: 1 });
		for (let count = 0; count < 100; count += 1)
			await whatsApp.changePicture(ADA, ACCOUNT, `${PICTURES}/${count}.jpg`);
		await until('the query', async () => (await queried()) > before);
		await whatsApp.answerHeld();
		await until('all to be acknowledged', acknowledged);
		expect((await queried()) - before).toBeLessThanOrEqual(3);
		expect(pictures().at(-1)).toBe(`${PICTURES}/99.jpg`);
	});

	it('of many people is asked for little by little', async () => {
		const phones = Array.from({ length: 80 }, (_, index) => `49151555555${10 + index}`);
		for (const phone of phones) await whatsApp.changePicture(phone, ACCOUNT, `${PICTURES}/${phone}.jpg`);
		await whatsApp.send(BOB, ACCOUNT, { text: 'After the pictures' });
		await device.reported('message');
		expect((await queried()) - ofAccount).toBe(50);
		await until('all pictures', () => {
			clock.advance(500);
			return phones.every((phone) => pictures().includes(`${PICTURES}/${phone}.jpg`));
		});
		await until('all to be acknowledged', acknowledged);
	});
});
