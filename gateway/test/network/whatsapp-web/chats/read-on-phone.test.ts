import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '../../../support/until.ts';
import { sendAcknowledged } from '../../../support/whatsapp/receipts.ts';
import { startLinkedAccount, type LinkedAccount } from '../../../support/whatsapp/linked-account.ts';

const ACCOUNT = '4915111111111';
const ADA = '4915122222222';
const BOB = '4915133333333';
const CLEO = '4915144444444';
const DORA = '4915155555555';

describe('what the owner reads on the phone, by QR code', () => {
	let whatsApp: LinkedAccount['whatsApp'];
	let gateway: LinkedAccount['gateway'];
	let receiver: LinkedAccount['receiver'];
	let instanceId: LinkedAccount['instanceId'];
	let close: LinkedAccount['close'];

	beforeAll(async () => {
		({ whatsApp, gateway, receiver, instanceId, close } = await startLinkedAccount(ACCOUNT));
	});
	afterAll(() => close());

	const received = async (from: string, to: string, text: string) => {
		const id = await whatsApp.send(from, to, { text });
		await receiver.find(text, ({ at }) => at('data.content') === text);
		return id;
	};
	const chatWith = (phone: string) => `${phone}@s.whatsapp.net`;
	const unread = async (chatId: string) =>
		(await gateway.client.get(`/v1/chats/${chatId}?instanceId=${instanceId}`)).at('data.unreadCount');
	const becomesRead = (chatId: string) =>
		until('the chat without unread messages', async () => (await unread(chatId)) === 0);

	it.each([
		['by phone number', ADA, {}],
		['by LID', BOB, { lid: true }],
		['with read receipts switched off', CLEO, { withoutReceipts: true }],
	])('is read, named %s', async (_how, phone, options) => {
		const ids = [
			await received(phone, ACCOUNT, `First of ${phone}`),
			await received(phone, ACCOUNT, `Second of ${phone}`),
		];
		expect(await unread(chatWith(phone))).toBe(2);
		await whatsApp.readOnPhone(ACCOUNT, { chat: phone, ids, ...options });
		await becomesRead(chatWith(phone));
	});

	it('is read in a group', async () => {
		const group = await whatsApp.group({ by: ADA, subject: 'Ours', members: [ACCOUNT, BOB] });
		const id = await received(BOB, group, 'For all of us');
		expect(await unread(group)).toBe(1);
		await whatsApp.readOnPhone(ACCOUNT, { chat: group, ids: [id] });
		await becomesRead(group);
	});

	it('leaves later messages unread', async () => {
		const first = await received(DORA, ACCOUNT, 'Read this');
		await received(DORA, ACCOUNT, 'Not read yet');
		await sendAcknowledged(whatsApp, { account: ACCOUNT, id: first }, () =>
			whatsApp.readOnPhone(ACCOUNT, { chat: DORA, ids: [first] }),
		);
		expect(await unread(chatWith(DORA))).toBe(2);
	});

	it('is read when it arrives with the messages, after the connection was lost', async () => {
		await whatsApp.settings({ offline: true });
		await whatsApp.end(ACCOUNT, 'drop');
		const ids: string[] = [];
		for (let index = 0; index < 40; index += 1) {
			ids.push(await whatsApp.send(DORA, ACCOUNT, { text: `While away ${index}` }));
		}
		await whatsApp.readOnPhone(ACCOUNT, { chat: DORA, ids });
		await whatsApp.settings({ offline: false });
		await receiver.find('the last message', ({ at }) => at('data.content') === 'While away 39');
		await becomesRead(chatWith(DORA));
	});

	it('causes no protocol violation', async () => {
		expect((await whatsApp.log()).violations).toEqual([]);
	});
});
