import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectedInstance, sendText, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { reached } from '../../support/media.ts';
import { OFFICIAL } from '../../support/official/simulated-official.ts';

const ADA = '4915112345678';
const LID = '123456789012345@lid';
const BSUID = `US.${'a1'.repeat(64)}@bsuid`;
const OLD_GROUP = '4915112345678-1400000000@g.us';

describe('the id of a person or a chat', () => {
	let gateway: TestGateway;
	let instanceId: string;

	beforeAll(async () => {
		gateway = await startTestGateway();
		instanceId = await connectedInstance(gateway);
	});
	afterAll(() => gateway.close());

	const receiveMessage = (body: Record<string, unknown>) =>
		gateway.post(`/simulator/v1/instances/${instanceId}/messages`, { content: 'Hello', ...body });
	const history = async (query: string) =>
		(await gateway.get(`/v1/messages?instanceId=${instanceId}&${query}`)).at('data');
	const send = (to: string) => gateway.post('/v1/messages/send', { instanceId, to, message: 'Hello' });

	it.each([LID, BSUID])('reaches a person without a phone number: %s', async (senderId) => {
		await receiveMessage({ from: null, senderId, contactName: 'Grace' });
		const messageId = await sendText(gateway, instanceId, senderId);
		expect(await reached(gateway, messageId, 'read')).toMatchObject({ to: null, chatId: senderId });
		const mine = { messageId, direction: 'outbound', to: null, chatId: senderId };
		const theirs = { direction: 'inbound', from: null, senderId, chatId: senderId };
		expect(await history(`chatId=${senderId}`)).toMatchObject([mine, theirs]);
		expect(await history(`phone=${senderId}`)).toMatchObject([mine, theirs]);
	});

	it.each([LID, BSUID])(
		'identifies a chat in the requests for read receipts and typing: %s',
		async (chatId) => {
			await receiveMessage({ from: null, senderId: chatId });
			for (const action of ['read', 'typing']) {
				const path = `/v1/messages/chats/${encodeURIComponent(chatId)}/${action}`;
				expect((await gateway.post(path, { instanceId })).status).toBe(200);
			}
		},
	);

	it('finds the chat of a person without a phone number in a search, and creates a contact', async () => {
		const senderId = '998877665544332@lid';
		await receiveMessage({ from: null, senderId });
		const chats = await gateway.get(`/v1/messages/chats?instanceId=${instanceId}&search=8877665`);
		expect(chats.at('data')).toMatchObject([{ chatId: senderId, phone: null }]);
		const contacts = await gateway.get(`/v1/contacts?instanceId=${instanceId}&search=8877665`);
		expect(contacts.at('data')).toMatchObject([{ id: senderId, phone: null }]);
	});

	it('reaches the phone number of the chat', async () => {
		await receiveMessage({ from: ADA });
		const messageId = await sendText(gateway, instanceId, `${ADA}@s.whatsapp.net`);
		expect(await reached(gateway, messageId, 'read')).toMatchObject({ to: ADA });
		expect(await history(`phone=${ADA}`)).toMatchObject([{ messageId, to: ADA }, { from: ADA }]);
	});

	it('identifies a group in its older format', async () => {
		await receiveMessage({ from: ADA, chatId: OLD_GROUP });
		const chats = await gateway.get(`/v1/messages/chats?instanceId=${instanceId}&search=1400000000`);
		expect(chats.at('data')).toMatchObject([{ chatId: OLD_GROUP, phone: null, isGroup: true }]);
		expect((await send(OLD_GROUP)).status).toBe(202);
	});

	it('is accepted as the recipient of a template', async () => {
		const official = (await gateway.post('/v1/instances', { name: 'Official' })).text('data.id');
		await gateway.post(`/v1/instances/${official}/connect`, OFFICIAL);
		const template = { name: 'hello_world', language: 'en_US' };
		const body = { instanceId: official, to: BSUID, template };
		const messageId = (await gateway.post('/v1/messages/template', body)).text('messageId');
		expect(await reached(gateway, messageId, 'read')).toMatchObject({ to: null, chatId: BSUID });
		const toGroup = await gateway.post('/v1/messages/template', { ...body, to: OLD_GROUP });
		expect([toGroup.status, toGroup.at('error.code')]).toEqual([400, 'invalid_phone_number']);
	});

	it('distinguishes messages with the same network id', async () => {
		const same = { networkId: 'same' };
		const [first, second] = [
			await receiveMessage({ ...same, from: null, senderId: LID }),
			await receiveMessage({ ...same, from: ADA }),
		].map((answer) => answer.text('data.messageId'));
		expect(second).not.toBe(first);
		expect((await receiveMessage({ ...same, from: ADA })).text('data.messageId')).toBe(second);
	});

	it.each([
		'123@lid',
		'someone@lid',
		'US.@bsuid',
		'4915112345678@lid.com',
		'4915112345678@g',
		'@lid',
		'a@s.whatsapp.net',
	])('is rejected in an invalid format: %s', async (to) => {
		const answer = await send(to);
		expect([answer.status, answer.at('error.code')]).toEqual([400, 'invalid_phone_number']);
	});

	it.each([{ from: null }, { from: ADA, senderId: LID }, { from: null, senderId: ADA }])(
		'is rejected for a sender that has both a number and an id, or neither: %j',
		async (sender) => {
			const answer = await receiveMessage(sender);
			expect([answer.status, answer.at('error.code')]).toEqual([400, 'invalid_parameters']);
		},
	);
});
