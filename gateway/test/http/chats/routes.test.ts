import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectedInstance, sendText, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { at } from '../../support/json.ts';

const ADA = '4915100000011';
const BOB = '4915100000022';

describe('/v1/messages/chats', () => {
	let gateway: TestGateway;
	let instanceId: string;
	const receiveMessage = (from: string, contactName: string, content: string) =>
		gateway.post(`/simulator/v1/instances/${instanceId}/messages`, { from, contactName, content });

	beforeAll(async () => {
		gateway = await startTestGateway();
		instanceId = await connectedInstance(gateway);
		await receiveMessage(BOB, 'Bob 100%', 'one');
		await receiveMessage(ADA, 'Ada', 'two');
		await receiveMessage(ADA, 'Ada', 'three');
		await sendText(gateway, instanceId, '4915100000033', 'hello');
	});
	afterAll(() => gateway.close());

	const list = async (query = '') => {
		const { body } = await gateway.get(`/v1/messages/chats?instanceId=${instanceId}${query}`);
		const chats = at(body, 'data') as unknown[];
		return { chats, phones: chats.map((chat) => at(chat, 'phone')), pagination: at(body, 'pagination') };
	};

	it('lists the chats by their latest message, with the fields of the specification', async () => {
		const { chats, phones, pagination } = await list();
		expect(phones).toEqual(['4915100000033', ADA, BOB]);
		expect(chats[1]).toEqual({
			chatId: `${ADA}@s.whatsapp.net`,
			phone: ADA,
			contactName: 'Ada',
			profilePicUrl: at(chats[1], 'profilePicUrl'),
			lastMessage: {
				messageId: expect.stringMatching(/^msg_/),
				content: 'three',
				timestamp: expect.stringMatching(/Z$/),
				isFromMe: false,
				type: 'text',
			},
			unreadCount: 2,
			isGroup: false,
			createdAt: expect.stringMatching(/Z$/),
			archived: false,
			pinned: false,
			unread: true,
			mutedUntil: null,
		});
		expect(at(chats[0], 'lastMessage.isFromMe')).toBe(true);
		expect(pagination).toEqual({ total: 3, limit: 50, offset: 0, hasMore: false });
	});

	it('sorts, pages and filters the chats by unread messages', async () => {
		expect((await list('&sortBy=unreadCount')).phones).toEqual([ADA, BOB, '4915100000033']);
		expect((await list('&sortBy=contactName&sortOrder=asc&unreadOnly=true')).phones).toEqual([ADA, BOB]);
		const second = await list('&limit=1&offset=1');
		expect(second.phones).toEqual([ADA]);
		expect(second.pagination).toEqual({ total: 3, limit: 1, offset: 1, hasMore: true });
	});

	it('finds chats by a part of the name in any case, or of the phone number, without wildcards', async () => {
		expect((await list('&search=aD')).phones).toEqual([ADA]);
		expect((await list('&search=00022')).phones).toEqual([BOB]);
		expect((await list('&search=100%25')).phones).toEqual([BOB]);
		expect((await list('&search=_')).phones).toEqual([]);
	});

	it('finds a chat by the username of a person without a phone, and by the id that they are shown by', async () => {
		const id = '987654321098765@lid';
		await gateway.post(`/simulator/v1/instances/${instanceId}/messages`, {
			from: null,
			senderId: id,
			username: 'Countess_Ada',
			content: 'four',
		});
		const found = async (search: string) =>
			(await list(`&search=${search}`)).chats.map((chat) => at(chat, 'chatId'));
		expect(await found('countess_')).toEqual([id]);
		expect(await found('98765432109')).toEqual([id]);
	});

	it('has no phone for a group', async () => {
		const chatId = '120363041234567890@g.us';
		const other = await connectedInstance(gateway, 'Groups');
		await gateway.post(`/simulator/v1/instances/${other}/messages`, { from: ADA, chatId, content: 'all' });
		const answer = await gateway.get(`/v1/messages/chats?instanceId=${other}`);
		expect(answer.at('data.0')).toMatchObject({ chatId, phone: null, isGroup: true });
	});

	it('answers with all chats for an empty search', async () => {
		expect((await list('&search=')).pagination).toEqual((await list()).pagination);
	});

	it('lists the same chats at /v1/chats, also while the instance is disconnected', async () => {
		const other = await connectedInstance(gateway, 'Offline');
		await gateway.post(`/simulator/v1/instances/${other}/messages`, { from: ADA, content: 'one' });
		const connected = await gateway.get(`/v1/messages/chats?instanceId=${other}`);
		expect((await gateway.get(`/v1/chats?instanceId=${other}`)).body).toEqual(connected.body);
		await gateway.post(`/v1/instances/${other}/disconnect`);
		expect((await gateway.get(`/v1/messages/chats?instanceId=${other}`)).status).toBe(409);
		const stored = await gateway.get(`/v1/chats?instanceId=${other}&search=${ADA}`);
		expect([stored.status, stored.body]).toEqual([200, connected.body]);
		const unknown = await gateway.get('/v1/chats?instanceId=inst_x');
		expect([unknown.status, unknown.at('error.code')]).toEqual([404, 'invalid_instance']);
	});

	it('marks a chat and its messages as read', async () => {
		const answer = await gateway.post(`/v1/messages/chats/${ADA}@s.whatsapp.net/read`, { instanceId });
		expect(answer.body).toEqual({
			success: true,
			data: { chatId: `${ADA}@s.whatsapp.net`, unreadCount: 0 },
		});
		const ada = (await list()).chats.find((chat) => at(chat, 'phone') === ADA);
		expect(at(ada, 'unreadCount')).toBe(0);
		const history = await gateway.get(`/v1/messages?instanceId=${instanceId}&phone=${ADA}`);
		expect((history.at('data') as unknown[]).map((item) => at(item, 'status'))).toEqual(['read', 'read']);
	});

	it('sends a typing indicator', async () => {
		const answer = await gateway.post(`/v1/messages/chats/${ADA}@s.whatsapp.net/typing`, { instanceId });
		expect(answer.body).toEqual({ success: true });
	});

	it.each(['read', 'typing'])('answers 404 for an action on an unknown chat: %s', async (action) => {
		const answer = await gateway.post(`/v1/messages/chats/nobody/${action}`, { instanceId });
		expect([answer.status, answer.at('error.code')]).toEqual([404, 'chat_not_found']);
	});

	it('answers 409 while the instance is disconnected', async () => {
		const other = (await gateway.post('/v1/instances', { name: 'B' })).text('data.id');
		for (const answer of [
			await gateway.get(`/v1/messages/chats?instanceId=${other}`),
			await gateway.post('/v1/messages/chats/x/read', { instanceId: other }),
		]) {
			expect([answer.status, answer.at('error.code')]).toEqual([409, 'instance_disconnected']);
		}
	});

	it.each(['search='])('lists all chats for %s', async (query) => {
		const all = await gateway.get(`/v1/messages/chats?instanceId=${instanceId}`);
		const answer = await gateway.get(`/v1/messages/chats?instanceId=${instanceId}&${query}`);
		expect(answer.body).toEqual(all.body);
	});

	it.each(['limit=0', 'sortBy=age', 'sortOrder=up', 'unreadOnly=perhaps'])(
		'answers 400 for %s',
		async (query) => {
			const answer = await gateway.get(`/v1/messages/chats?instanceId=${instanceId}&${query}`);
			expect([answer.status, answer.at('error.code')]).toEqual([400, 'invalid_parameters']);
		},
	);
});
