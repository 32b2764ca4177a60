import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { networkIdOf } from '../../../../src/network/whatsapp-web/outbound/message-id.ts';
import { until } from '../../../support/until.ts';
import { createDeviceUnderTest, type DeviceUnderTest } from '../../../support/whatsapp/linked-device.ts';
import { startWhatsApp, type WhatsApp } from '../../../support/whatsapp/whatsapp.ts';

const ACCOUNT = '4915111111111';
const ADA = '4915122222222';
const EVE = '4915144444444';
const RECEIPTS = 10;
const MESSAGES = 2000;

let whatsApp: WhatsApp;
let device: DeviceUnderTest;
let lookups = 0;
/** Lookups since the event loop had its last turn, and most of them so far. */
let inARow = 0;
let mostInARow = 0;

beforeAll(async () => {
	whatsApp = await startWhatsApp();
	device = await createDeviceUnderTest(whatsApp, {
		findMessage() {
			lookups += 1;
			if (inARow === 0) setImmediate(() => (inARow = 0));
			inARow += 1;
			mostInARow = Math.max(mostInARow, inARow);
			return Promise.resolve(null);
		},
	});
	await device.linkTo(ACCOUNT);
});
afterAll(async () => {
	await device.close();
	await whatsApp.close();
});

it('receipts of a stranger with thousands of messages leave time for other work of the process', async () => {
	const ids = Array.from({ length: MESSAGES }, (_, index) =>
		networkIdOf(`msg_01m8gn05c7twmqgv6f0n11${String(index).padStart(4, '0')}`),
	);
	await Promise.all(
		Array.from({ length: RECEIPTS }, () =>
			whatsApp.receipts({ from: EVE, account: ACCOUNT, ids, type: 'read' }),
		),
	);
	await whatsApp.send(ADA, ACCOUNT, { text: 'Meanwhile' });
	await device.reported('message');
	await until('all to be read', () => lookups >= RECEIPTS * MESSAGES);
	expect(mostInARow).toBeLessThan(200);
});
