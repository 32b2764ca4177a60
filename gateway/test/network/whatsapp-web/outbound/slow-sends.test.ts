import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { NetworkConnection } from '../../../../src/network/driver.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { until } from '../../../support/until.ts';
import { createDeviceUnderTest, type DeviceUnderTest } from '../../../support/whatsapp/linked-device.ts';
import { startWhatsApp, type WhatsApp } from '../../../support/whatsapp/whatsapp.ts';

const ACCOUNT = '4915111111111';
const ADA = '4915122222222';
/** The query for the keys of recipients, of whom a large group has thousands. */
const KEYS = 'encrypt key';
/** Milliseconds WhatsApp has to acknowledge a message. */
const ACK_TIMEOUT = 30_000;

describe('a message that takes long to be encrypted', () => {
	const clock = createManualClock();
	let whatsApp: WhatsApp;
	let device: DeviceUnderTest;
	let connection: NetworkConnection;

	beforeAll(async () => {
		whatsApp = await startWhatsApp();
		device = await createDeviceUnderTest(whatsApp, { clock });
		connection = await device.linkTo(ACCOUNT);
	});
	afterAll(async () => {
		await device.close();
		await whatsApp.close();
	});

	const send = (to: string, id: `msg_${string}`) =>
		connection.send({
			...{ id, chatId: `${to}@s.whatsapp.net`, to, type: 'text', content: 'Hello' },
			...{ quotedMessageId: null, media: null, template: null },
		});
	const keyQueries = async () => (await whatsApp.log(ACCOUNT)).queries[KEYS] ?? 0;

	it('has its time for the acknowledgement after it is sent', async () => {
		await whatsApp.queryRules({ query: KEYS, times: 1, held: true });
		const before = await keyQueries();
		const sending = send(ADA, 'msg_01m8gn05c7twmqgv6f0n11e86f');
		await until('the query', async () => (await keyQueries()) > before);
		clock.advance(ACK_TIMEOUT + 1);
		await whatsApp.answerHeld();
		await sending;
		expect((await whatsApp.received(ADA)).map(({ text }) => text)).toEqual(['Hello']);
	});

	it('fails where WhatsApp does not acknowledge it in time', async () => {
		await whatsApp.messageRules({ times: 1, ack: 'none' });
		const sending = send(ADA, 'msg_01m8gn05c7twmqgv6f0n11e86g');
		sending.catch(() => undefined);
		await until('the timeout to be scheduled', () => clock.pending().includes(clock.now() + ACK_TIMEOUT));
		clock.advance(ACK_TIMEOUT);
		await expect(sending).rejects.toThrow('in time');
	});
});
