import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { scannedText } from '../../../support/qr-code.ts';
import { until } from '../../../support/until.ts';
import { startLinkedAccount, type LinkedAccount } from '../../../support/whatsapp/linked-account.ts';

const ACCOUNT = '4915111111111';
const ADA = '4915122222222';
const BOB = '4915133333333';
const FOR_EVER = '9999-12-31T23:59:59.999Z';

describe('changes of chats and contacts by QR code', () => {
	let whatsApp: LinkedAccount['whatsApp'];
	let gateway: LinkedAccount['gateway'];
	let receiver: LinkedAccount['receiver'];
	let instanceId: LinkedAccount['instanceId'];
	let close: LinkedAccount['close'];

	beforeAll(async () => {
		({ whatsApp, gateway, receiver, instanceId, close } = await startLinkedAccount(ACCOUNT));
		for (const from of [ADA, BOB]) await received(from, ACCOUNT, `Hello from ${from}`);
	});
	afterAll(() => close());

	async function received(from: string, to: string, text: string): Promise<void> {
		await whatsApp.send(from, to, { text });
		await receiver.find(text, ({ at }) => at('data.content') === text);
	}
	const chatWith = (phone: string) => `${phone}@s.whatsapp.net`;
	const change = (chatId: string, changes: object) =>
		gateway.client.patch(`/v1/chats/${chatId}`, { instanceId, ...changes });
	const shown = async (chatId: string) => {
		const list = await gateway.client.get(`/v1/chats?instanceId=${instanceId}`);
		return (list.at('data') as Record<string, unknown>[]).find((one) => one.chatId === chatId);
	};

	const countSyncs = async () => (await whatsApp.log()).queries['w:sync:app:state sync'] ?? 0;
	const contactOf = async (phone: string) => {
		const list = await gateway.client.get(`/v1/contacts?instanceId=${instanceId}`);
		return (list.at('data') as Record<string, unknown>[]).find((one) => one.phone === phone);
	};

	it('by the phone and by requests follow each other on the same state', async () => {
		await whatsApp.changeChat(ACCOUNT, ADA, { pinned: true });
		await until('the pinned chat', async () => (await shown(chatWith(ADA)))?.pinned === true);
		const answer = await change(chatWith(ADA), { archived: true, unread: true });
		expect(answer.status).toBe(200);
		await whatsApp.changeChat(ACCOUNT, ADA, { pinned: false });
		await until('the chat without a pin', async () => (await shown(chatWith(ADA)))?.pinned === false);
		expect((await change(chatWith(ADA), { pinned: true })).status).toBe(200);
		expect(await whatsApp.chatState(ACCOUNT, ADA)).toEqual({
			archived: true,
			pinned: true,
			unread: true,
			mutedUntil: null,
		});
	});

	it('of several kinds at once on the phone are all stored', async () => {
		await whatsApp.changeChat(ACCOUNT, BOB, { pinned: true, mutedUntil: -1 });
		await until('the muted chat', async () => (await shown(chatWith(BOB)))?.mutedUntil === FOR_EVER);
		await whatsApp.changeChat(ACCOUNT, BOB, { pinned: false, mutedUntil: null });
		await until('the chat as it was', async () => (await shown(chatWith(BOB)))?.mutedUntil === null);
		await until('the chat without a pin', async () => (await shown(chatWith(BOB)))?.pinned === false);
	});

	it('are all stored where the connection is lost between their parts', async () => {
		await whatsApp.settings({ patchesPerAnswer: 1 });
		const query = 'w:sync:app:state';
		const held = { query, account: ACCOUNT, times: 1, held: true };
		await whatsApp.queryRules({ query, account: ACCOUNT, times: 1 }, held);
		const before = await countSyncs();
		await whatsApp.changeChat(ACCOUNT, BOB, { archived: true, pinned: true });
		await until('the second query', async () => (await countSyncs()) === before + 2);
		await whatsApp.end(ACCOUNT, 'drop');
		await until('the pinned chat', async () => (await shown(chatWith(BOB)))?.pinned === true);
		await until('the archived chat', async () => (await shown(chatWith(BOB)))?.archived === true);
		await whatsApp.settings({ patchesPerAnswer: 1000 });
	});

	it('are stored where the connection is lost right after they were read', async () => {
		const query = 'w:sync:app:state';
		await whatsApp.queryRules({ query, account: ACCOUNT, times: 1, held: true });
		const before = await countSyncs();
		await whatsApp.changeChat(ACCOUNT, BOB, { archived: false, pinned: false });
		await until('the query', async () => (await countSyncs()) > before);
		await Promise.all([whatsApp.answerHeld(), whatsApp.end(ACCOUNT, 'drop')]);
		await until('the chat without a pin', async () => (await shown(chatWith(BOB)))?.pinned === false);
		await until(
			'the chat that is not archived',
			async () => (await shown(chatWith(BOB)))?.archived === false,
		);
	});

	it('mute a chat without an end', async () => {
		await whatsApp.changeChat(ACCOUNT, BOB, { mutedUntil: -1 });
		await until('the muted chat', async () => (await shown(chatWith(BOB)))?.mutedUntil === FOR_EVER);
		expect((await change(chatWith(BOB), { mutedUntil: null })).status).toBe(200);
		expect((await whatsApp.chatState(ACCOUNT, BOB)).mutedUntil).toBeNull();
		expect((await change(chatWith(BOB), { mutedUntil: FOR_EVER })).status).toBe(200);
		expect((await whatsApp.chatState(ACCOUNT, BOB)).mutedUntil).toBe(-1);
	});

	it('change the chat of a group', async () => {
		const group = await whatsApp.group({ by: ADA, subject: 'Team', members: [ACCOUNT] });
		await received(ADA, group, 'Hello team');
		expect((await change(group, { archived: true })).status).toBe(200);
		expect((await whatsApp.chatState(ACCOUNT, group)).archived).toBe(true);
	});

	it('are refused with what to do where the phone has sent no keys', async () => {
		const account = '4915111111222';
		const id = (await gateway.client.post('/v1/instances', { name: 'New' })).text('data.id');
		const code = await gateway.client.post(`/v1/instances/${id}/connect`, { method: 'qrcode' });
		await whatsApp.scan(account, scannedText(code.text('qrCode')) ?? '', { name: 'New', history: null });
		await gateway.has(id, 'connected');
		await received(ADA, account, 'Hello new one');
		const path = `/v1/chats/${chatWith(ADA)}`;
		const answer = await gateway.client.patch(path, { instanceId: id, archived: true });
		expect([answer.status, answer.at('error.code')]).toEqual([503, 'service_unavailable']);
		expect(answer.text('error.message')).toContain('on the phone');
	});

	it('block people by their phone number only, and follow the phone', async () => {
		const set = (contact: string, action: string) =>
			gateway.client.post(`/v1/contacts/${contact}/${action}`, { instanceId });
		expect((await set(BOB, 'block')).status).toBe(200);
		expect(await whatsApp.blocked(ACCOUNT)).toEqual([BOB]);
		expect((await set('4915122220000', 'block')).at('error.code')).toBe('contact_not_found');
		expect((await set(BOB, 'unblock')).status).toBe(200);
		expect(await whatsApp.blocked(ACCOUNT)).toEqual([]);
		await whatsApp.block(ACCOUNT, BOB, true);
		await until('the blocked contact', async () => (await contactOf(BOB))?.isBlocked === true);
		await whatsApp.block(ACCOUNT, BOB, false);
		await until('the contact', async () => (await contactOf(BOB))?.isBlocked === false);
	});

	it('show the new picture of a contact', async () => {
		const picture = 'https://pps.whatsapp.net/v/bob.jpg';
		await whatsApp.changePicture(BOB, ACCOUNT, picture);
		await until('the picture', async () => (await contactOf(BOB))?.profilePicUrl === picture);
		await whatsApp.changePicture(BOB, ACCOUNT, null);
		await until('no picture', async () => (await contactOf(BOB))?.profilePicUrl === null);
	});

	it('cause no protocol violation', async () => {
		expect((await whatsApp.log()).violations).toEqual([]);
	});
});
