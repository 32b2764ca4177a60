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
const FLOOD = 40;

describe('calls that WhatsApp is asked to reject', () => {
	const clock = createManualClock(Date.now());
	let whatsApp: WhatsApp;
	let device: DeviceUnderTest;
	/** Resolves with whether calls are rejected. */
	let setting = Promise.resolve(true);
	let questions = 0;

	beforeAll(async () => {
		whatsApp = await startWhatsApp();
		device = await createDeviceUnderTest(whatsApp, {
			clock,
			callRejectionEnabled() {
				questions += 1;
				return setting;
			},
		});
		await device.link();
		await whatsApp.scan(ACCOUNT, (await device.reported('qr')).text);
		await until('the connection', () => device.reports.some(({ kind }) => kind === 'connected'));
	});
	afterAll(async () => {
		await device.close();
		await whatsApp.close();
	});

	const calls = () =>
		device.reports.filter((one): one is EventOf<'call'> => one.kind === 'call').map(({ call }) => call);
	const callOf = (id: string) => until(`the call ${id}`, () => calls().find(({ callId }) => callId === id));
	const rejected = async () => (await whatsApp.rejections()).map(({ id }) => id);

	it('are rejected and reported while those before them wait for the acknowledgement', async () => {
		await whatsApp.queryRules({ query: 'call reject', delay: -1 });
		const flood: string[] = [];
		for (let index = 0; index < FLOOD; index += 1) flood.push(await whatsApp.call(ADA, { account: ACCOUNT }));
		const other = await whatsApp.call(BOB, { account: ACCOUNT });
		expect(await callOf(other)).toMatchObject({ from: BOB, rejected: true });
		expect(await rejected()).toEqual(expect.arrayContaining([...flood, other]));
		clock.advance(5000);
		const all = await until('all calls', () => calls().length === FLOOD + 1 && calls());
		expect(all.every((call) => call.rejected)).toBe(true);
		await whatsApp.queryRules();
	});

	it('are not rejected where they stopped ringing before their turn', async () => {
		const { promise, resolve } = Promise.withResolvers<boolean>();
		setting = promise;
		questions = 0;
		const call = 'RINGS-FOR-40-SECONDS';
		const caller = `${BOB}@s.whatsapp.net`;
		await whatsApp.stanza(ACCOUNT, {
			tag: 'call',
			attrs: { from: caller, id: 'CALL', t: String(Math.floor(clock.now() / 1000) - 40) },
			content: [{ tag: 'offer', attrs: { 'call-id': call, 'call-creator': caller } }],
		});
		await until('the question for the setting', () => questions === 1);
		clock.advance(25_000);
		resolve(true);
		expect(await callOf(call)).toMatchObject({ rejected: false });
		expect(await rejected()).not.toContain(call);
	});
});
