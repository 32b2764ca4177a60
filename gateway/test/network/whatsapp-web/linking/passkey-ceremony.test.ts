import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { NetworkConnection } from '../../../../src/network/driver.ts';
import { browserAnswer } from '../../../support/whatsapp/browser-answer.ts';
import { createManualClock, type ManualClock } from '../../../support/manual-clock.ts';
import { createDeviceUnderTest, type DeviceUnderTest } from '../../../support/whatsapp/linked-device.ts';
import { startWhatsApp, type WhatsApp } from '../../../support/whatsapp/whatsapp.ts';

let counter = 0;
const nextPhone = () => `49153${String((counter += 1)).padStart(7, '0')}7`;

describe('linking an account that is protected by a passkey', () => {
	let whatsApp: WhatsApp;
	let clock: ManualClock;
	let device: DeviceUnderTest;
	let connection: NetworkConnection;
	let phone: string;
	beforeAll(async () => {
		whatsApp = await startWhatsApp();
	});
	beforeEach(async () => {
		phone = nextPhone();
		clock = createManualClock();
		device = await createDeviceUnderTest(whatsApp, { clock });
		await whatsApp.person(phone, { passkey: true });
		connection = await device.link();
		await whatsApp.scan(phone, (await device.reported('qr')).text);
	});
	afterEach(async () => {
		await whatsApp.queryRules();
		await device.close();
	});
	afterAll(() => whatsApp.close());

	it('reports the request with its time limit, and links the device with the answer of the browser', async () => {
		const { request } = await device.reported('passkey_request');
		expect(request.expiresAt).toBe(clock.now() + 300_000);
		expect(request.options).toMatchObject({ rpId: 'whatsapp.com', userVerification: 'required' });
		// The QR codes of the connection are over.
		clock.advance(200_000);
		await connection.answerPasskey(browserAnswer(request.options));
		expect(await device.reported('connected')).toMatchObject({ profile: { phone } });
		expect((await whatsApp.log()).violations).toEqual([]);
		await expect(connection.answerPasskey(browserAnswer(request.options))).rejects.toMatchObject({
			code: 'invalid_parameters',
		});
	});

	it.each([
		['another challenge', { challenge: 'AAAA' }, 'it answers another request'],
		['another page', { origin: 'https://gateway.example.com' }, 'https://web.whatsapp.com'],
		['the registration of a passkey', { type: 'webauthn.create' }, 'not the answer to a request'],
	])('refuses the answer to %s, and accepts the right one after it', async (_what, client, text) => {
		const { request } = await device.reported('passkey_request');
		await expect(connection.answerPasskey(browserAnswer(request.options, client))).rejects.toMatchObject({
			code: 'invalid_parameters',
			message: expect.stringContaining(text),
		});
		await connection.answerPasskey(browserAnswer(request.options));
		await device.reported('connected');
	});

	it.each([
		{},
		{ id: 'x', type: 'public-key' },
		{ id: 'x', rawId: 5, type: 'public-key', response: null },
		{ id: 'x', type: 'public-key', response: { clientDataJSON: '!' } },
		{ id: 'x'.repeat(20_000), type: 'public-key', response: {} },
	])('refuses what is no answer: %j', async (answer) => {
		await device.reported('passkey_request');
		await expect(connection.answerPasskey(answer)).rejects.toMatchObject({ code: 'invalid_parameters' });
	});

	it('says that WhatsApp refused the passkey, and accepts another answer', async () => {
		const { request } = await device.reported('passkey_request');
		await whatsApp.queryRules({ query: 'md passkey_prologue', times: 1, error: 401 });
		await expect(connection.answerPasskey(browserAnswer(request.options))).rejects.toMatchObject({
			code: 'invalid_parameters',
			message: expect.stringContaining('did not accept the passkey'),
		});
		await connection.answerPasskey(browserAnswer(request.options));
		await device.reported('connected');
	});

	it('ends when nobody answers in time', async () => {
		await device.reported('passkey_request');
		clock.advance(300_000);
		expect(await device.reported('disconnected')).toMatchObject({
			reason: 'provider_verification_required',
			explanation: expect.stringContaining('no answer arrived in time'),
		});
		expect(device.stored()).toEqual([]);
	});

	it('ends when the phone does not link the device', async () => {
		const { request } = await device.reported('passkey_request');
		await whatsApp.queryRules({ query: 'md encrypted_pairing_request', error: 500 });
		await connection.answerPasskey(browserAnswer(request.options));
		expect(await device.reported('disconnected')).toMatchObject({
			reason: 'provider_verification_required',
			explanation: expect.stringContaining('the phone did not link the device'),
		});
	});
});

describe('a gateway that WhatsApp asks for no passkey', () => {
	it('refuses an answer', async () => {
		const whatsApp = await startWhatsApp();
		const device = await createDeviceUnderTest(whatsApp);
		const connection = await device.link();
		await expect(connection.answerPasskey({})).rejects.toMatchObject({ code: 'invalid_parameters' });
		await device.close();
		await whatsApp.close();
	});
});
