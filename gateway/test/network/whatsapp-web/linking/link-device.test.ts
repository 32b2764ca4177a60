import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createManualClock } from '../../../support/manual-clock.ts';
import { until } from '../../../support/until.ts';
import { createDeviceUnderTest, type DeviceUnderTest } from '../../../support/whatsapp/linked-device.ts';
import { startWhatsApp, type WhatsApp } from '../../../support/whatsapp/whatsapp.ts';

let counter = 0;
const nextPhone = () => `49151${String((counter += 1)).padStart(7, '0')}7`;

describe('linking by QR code', () => {
	let whatsApp: WhatsApp;
	let device: DeviceUnderTest;
	beforeAll(async () => {
		whatsApp = await startWhatsApp();
	});
	afterEach(() => device.close());
	afterAll(() => whatsApp.close());

	it.each(['companion_reg_refresh', 'pair-device-rotate-qr'])(
		'shows the code again with a new secret when WhatsApp retires it by %s',
		async (child) => {
			device = await createDeviceUnderTest(whatsApp);
			await device.link();
			const first = await device.reported('qr');
			const id = await whatsApp.retire(first.text, child);
			const second = await device.reported('qr', 1);
			expect(second.text.split(',')[0]).toBe(first.text.split(',')[0]);
			expect(second.expiresAt).toBe(first.expiresAt);
			expect((await whatsApp.log('linking')).acks).toContainEqual(
				expect.objectContaining({ id, class: 'notification', type: 'companion_reg_refresh' }),
			);
			const phone = nextPhone();
			expect(await whatsApp.scan(phone, first.text)).toEqual({
				linked: false,
				reason: 'The QR code shows a retired secret.',
			});
			expect(await whatsApp.scan(phone, second.text)).toMatchObject({ linked: true });
			expect(await device.reported('connected')).toMatchObject({ profile: { phone } });
		},
	);

	it('ignores a notification that retires nothing', async () => {
		device = await createDeviceUnderTest(whatsApp);
		await device.link();
		const { text } = await device.reported('qr');
		const id = await whatsApp.retire(text, 'something_else');
		await until('the acknowledgement', async () =>
			(await whatsApp.log('linking')).acks.some((one) => one.id === id),
		);
		expect(device.reports.filter(({ kind }) => kind === 'qr')).toHaveLength(1);
	});

	it('shows each code for the time that WhatsApp accepts it, and then those of a new connection', async () => {
		const clock = createManualClock();
		await whatsApp.settings({ refs: 2 });
		device = await createDeviceUnderTest(whatsApp, { clock });
		await device.link();
		expect((await device.reported('qr')).expiresAt).toBe(clock.now() + 60_000);
		clock.advance(60_000);
		expect((await device.reported('qr', 1)).expiresAt).toBe(clock.now() + 20_000);
		clock.advance(20_000);
		expect((await device.reported('qr', 2)).expiresAt).toBe(clock.now() + 60_000);
		await whatsApp.settings({ refs: 6 });
	});

	it('stores nothing before the phone has linked the device', async () => {
		device = await createDeviceUnderTest(whatsApp);
		await device.link();
		const { text } = await device.reported('qr');
		await whatsApp.retire(text);
		const { text: current } = await device.reported('qr', 1);
		expect(device.stored().filter((name) => name.includes('creds'))).toEqual([]);
		await whatsApp.scan(nextPhone(), current);
		await device.reported('connected');
		expect(device.stored().filter((name) => name.includes('creds'))).toHaveLength(1);
	});
});
