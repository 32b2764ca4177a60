import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createManualClock, type ManualClock } from '../../../support/manual-clock.ts';
import { until } from '../../../support/until.ts';
import { createDeviceUnderTest, type DeviceUnderTest } from '../../../support/whatsapp/linked-device.ts';
import { startWhatsApp, type WhatsApp } from '../../../support/whatsapp/whatsapp.ts';

const CODE = /^[1-9A-HJ-NP-TV-Z]{8}$/;
const HELLO = 'md link_code_companion_reg';
let counter = 0;
const nextPhone = () => `49152${String((counter += 1)).padStart(7, '0')}7`;

describe('linking by pairing code', () => {
	let whatsApp: WhatsApp;
	let clock: ManualClock;
	let device: DeviceUnderTest;
	let phone: string;
	beforeAll(async () => {
		whatsApp = await startWhatsApp();
	});
	beforeEach(async () => {
		phone = nextPhone();
		clock = createManualClock();
		device = await createDeviceUnderTest(whatsApp, { clock });
	});
	afterEach(async () => {
		await whatsApp.queryRules();
		await device.close();
	});
	afterAll(() => whatsApp.close());

	const codes = () => device.reports.filter((one) => one.kind === 'pairing_code').map(({ code }) => code);

	it('links the device when the code is typed on the phone, which is notified', async () => {
		await device.link(phone);
		const { code, expiresAt } = await device.reported('pairing_code');
		expect(code).toMatch(CODE);
		expect(expiresAt).toBe(clock.now() + 180_000);
		expect(await whatsApp.linkCodes()).toContainEqual({
			phone,
			display: 'Chrome (Windows)',
			isNotified: true,
		});
		expect(await whatsApp.typeCode({ phone, code })).toMatchObject({ linked: true });
		expect(await device.reported('connected')).toMatchObject({ profile: { phone } });
		expect(device.reports.some(({ kind }) => kind === 'qr')).toBe(false);
		expect((await whatsApp.log()).violations).toEqual([]);
	});

	it('reports a new code when the code expires, without notifying the phone again', async () => {
		await device.link(phone);
		const first = await device.reported('pairing_code');
		clock.advance(180_000);
		const second = await device.reported('pairing_code', 1);
		expect(second.code).not.toBe(first.code);
		expect((await whatsApp.linkCodes()).filter((one) => one.phone === phone)).toMatchObject([
			{ isNotified: false },
		]);
		expect(await whatsApp.typeCode({ phone, code: first.code })).toMatchObject({ linked: false });
		clock.advance(60_000);
		const third = await device.reported('pairing_code', 2);
		expect(await whatsApp.typeCode({ phone, code: third.code })).toMatchObject({ linked: true });
	});

	it('accepts the right code after a wrong one, and replaces a code that linked nothing', async () => {
		await device.link(phone);
		const { code } = await device.reported('pairing_code');
		const wrong = code === '11111111' ? '22222222' : '11111111';
		expect(await whatsApp.typeCode({ phone, code: wrong })).toEqual({
			linked: false,
			reason: 'The phone cannot open the key bundle.',
		});
		clock.advance(60_000);
		const { code: next } = await device.reported('pairing_code', 1);
		expect((await whatsApp.typeCode({ phone, code: wrong })).linked).toBe(false);
		expect((await whatsApp.typeCode({ phone, code: next })).linked).toBe(true);
		await device.reported('connected');
	});

	it('replaces a code after the third wrong one', async () => {
		await device.link(phone);
		await device.reported('pairing_code');
		for (let times = 0; times < 3; times += 1) await whatsApp.typeCode({ phone, code: '11111111' });
		// The phone waits for an answer until the end of the connection.
		whatsApp.typeCode({ phone, code: '11111111' }).catch(() => undefined);
		await device.reported('pairing_code', 1);
	});

	it('replaces a code that WhatsApp takes back', async () => {
		await device.link(phone);
		await device.reported('pairing_code');
		await whatsApp.refreshCode(phone);
		const { code } = await device.reported('pairing_code', 1);
		expect((await whatsApp.typeCode({ phone, code })).linked).toBe(true);
	});

	it('keeps the secret of a typed code when WhatsApp retires secrets', async () => {
		await device.link(phone);
		const { code } = await device.reported('pairing_code');
		expect((await whatsApp.typeCode({ phone, code, isRetired: true })).linked).toBe(true);
		await device.reported('connected');
	});

	it('reports a new code after the connection was lost', async () => {
		await device.link(phone);
		const { code } = await device.reported('pairing_code');
		await whatsApp.settings({ offline: true });
		await until('the pause before the next connection', () =>
			clock.pending().some((at) => at <= clock.now() + 1000),
		);
		await whatsApp.settings({ offline: false });
		clock.advance(1000);
		const { code: next } = await device.reported('pairing_code', 1);
		expect(next).not.toBe(code);
		expect((await whatsApp.typeCode({ phone, code: next })).linked).toBe(true);
	});

	it('ends after five codes', async () => {
		await device.link(phone);
		for (let times = 1; times <= 5; times += 1) {
			await until(`code ${times}`, () => codes().length === times);
			clock.advance(180_000);
		}
		expect(await device.reported('disconnected')).toMatchObject({
			reason: 'connection_lost',
			explanation: expect.stringContaining('pairing codes have expired'),
		});
		expect(codes()).toHaveLength(5);
		expect(new Set(codes()).size).toBe(5);
		expect(device.stored()).toEqual([]);
	});

	it.each([
		[
			'a number that is not on WhatsApp',
			'4915199990000',
			null,
			'invalid_phone_number',
			'has a WhatsApp account',
		],
		['too many codes', null, 429, 'service_unavailable', 'Wait an hour'],
		['a fault of WhatsApp', null, 503, 'service_unavailable', 'in a few minutes'],
	])('rejects with a clear error: %s', async (_what, number, error, code, text) => {
		if (error !== null) await whatsApp.queryRules({ query: HELLO, error, text: 'refused' });
		await expect(device.link(number ?? phone)).rejects.toMatchObject({
			code,
			message: expect.stringContaining(text),
		});
		expect(device.reports).toEqual([]);
		expect(device.stored()).toEqual([]);
	});
});
