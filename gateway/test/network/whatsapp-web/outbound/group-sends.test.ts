import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { NetworkConnection } from '../../../../src/network/driver.ts';
import { until } from '../../../support/until.ts';
import { createDeviceUnderTest, type DeviceUnderTest } from '../../../support/whatsapp/linked-device.ts';
import { startWhatsApp, type WhatsApp } from '../../../support/whatsapp/whatsapp.ts';

const ACCOUNT = '4915111111111';
const ADA = '4915122222222';
const BOB = '4915133333333';
/** The query for the devices of the members. */
const DEVICES = 'usync usync';

describe('a message to a group, while WhatsApp does not return the devices of its members', () => {
	let whatsApp: WhatsApp;
	let device: DeviceUnderTest;
	let connection: NetworkConnection;

	beforeAll(async () => {
		whatsApp = await startWhatsApp();
		device = await createDeviceUnderTest(whatsApp);
		connection = await device.linkTo(ACCOUNT);
	});
	afterAll(async () => {
		await device.close();
		await whatsApp.close();
	});

	const queries = async () => (await whatsApp.log(ACCOUNT)).queries[DEVICES] ?? 0;
	const texts = () => device.reports.flatMap((one) => (one.kind === 'message' ? [one.message.content] : []));

	it('holds up neither messages of the group nor those of other chats', async () => {
		const group = await whatsApp.group({ by: ADA, subject: 'Book club', members: [ACCOUNT, BOB] });
		await whatsApp.queryRules({ query: DEVICES, held: true, times: 1 });
		const before = await queries();
		const sending = connection.send({
			...{ id: 'msg_01m8gn05c7twmqgv6f0n11e86f', chatId: group, to: group, type: 'text', content: 'Hello' },
			...{ quotedMessageId: null, media: null, template: null },
		});
		await until('the query', async () => (await queries()) > before);
		await whatsApp.send(ADA, group, { text: 'In the group' });
		await whatsApp.send(BOB, ACCOUNT, { text: 'Alone' });
		await until('both messages', () => ['In the group', 'Alone'].every((text) => texts().includes(text)));
		await whatsApp.answerHeld();
		await sending;
		await until('the sent message', async () =>
			(await whatsApp.received(ADA)).some(({ text }) => text === 'Hello'),
		);
		expect((await whatsApp.log()).violations).toEqual([]);
	});
});
