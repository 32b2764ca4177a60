import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '../../../support/until.ts';
import { createDeviceUnderTest, type DeviceUnderTest } from '../../../support/whatsapp/linked-device.ts';
import { startWhatsApp, type WhatsApp } from '../../../support/whatsapp/whatsapp.ts';

const ACCOUNT = '4915111111111';
const ADA = '4915122222222';
const EVE = '4915144444444';
const ID = '3EB0A1B2C3D4E5F60718';
/** Times a message is requested again. */
const RETRIES = 5;

describe('messages that cannot be decrypted and have the same id', () => {
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

	const requested = async () =>
		(await whatsApp.log(ACCOUNT)).receipts.filter(({ type }) => type === 'retry').length;

	it('of a stranger do not use up the requests for the one of somebody else', async () => {
		for (let count = 1; count <= RETRIES; count += 1) {
			// Eve's phone never finds what is requested: its own message has another id.
			await whatsApp.send(EVE, ACCOUNT, { text: 'Eve', garbled: true, attrs: { id: ID } });
			await until('the request', async () => (await requested()) === count);
		}
		await whatsApp.send(ADA, ACCOUNT, { id: ID, text: 'Ada', garbled: true });
		const texts = () =>
			device.reports.flatMap((one) => (one.kind === 'message' ? [one.message.content] : []));
		await until('the message that is sent again', () => texts().includes('Ada'));
		expect(await requested()).toBe(RETRIES + 1);
	});
});
