import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectedInstance, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { at } from '../../support/json.ts';
import { startReceiver, type Receiver } from '../../support/servers/receiver.ts';

describe('seeded history', () => {
	let gateway: TestGateway;
	let receiver: Receiver;
	let instanceId: string;
	beforeAll(async () => {
		gateway = await startTestGateway();
		receiver = await startReceiver();
		instanceId = await connectedInstance(gateway);
		await gateway.post('/v1/webhooks', { url: receiver.url, events: ['message.received', 'message.sent'] });
	});
	afterAll(async () => {
		await receiver.close();
		await gateway.close();
	});

	const seed = (body: unknown, id = instanceId) =>
		gateway.post(`/simulator/v1/instances/${id}/history`, body);
	const all = async (): Promise<unknown[]> => {
		const { body } = await gateway.get(`/v1/messages?instanceId=${instanceId}&limit=100`);
		return at(body, 'data') as unknown[];
	};

	it('is stored by time, in both directions, below new messages', async () => {
		const arrived = await gateway.post(`/simulator/v1/instances/${instanceId}/messages`, {
			from: '4915112345678',
			content: 'Now',
		});
		const answer = await seed({ messages: 30, chats: 3 });
		expect([answer.status, answer.at('data')]).toEqual([201, { messages: 30, chats: 3 }]);
		const items = await all();
		expect(items).toHaveLength(31);
		expect(at(items[0], 'messageId')).toBe(arrived.at('data.messageId'));
		const times = items.map((item) => String(at(item, 'timestamp')));
		expect([...times].sort().reverse()).toEqual(times);
		expect(new Set(items.map((item) => at(item, 'direction')))).toEqual(new Set(['inbound', 'outbound']));
	});

	it('is the same for the same seed and stored once', async () => {
		await seed({ messages: 30, chats: 3 });
		expect(await all()).toHaveLength(31);
		await seed({ messages: 5, chats: 1, seed: 'another' });
		expect(await all()).toHaveLength(36);
	});

	it('creates chats with names and leaves only new messages unread', async () => {
		const { body } = await gateway.get(`/v1/messages/chats?instanceId=${instanceId}`);
		const chats = at(body, 'data') as unknown[];
		expect(chats.map((chat) => at(chat, 'unreadCount'))).toEqual([1, 0, 0, 0]);
		expect(chats.filter((chat) => at(chat, 'contactName') !== null)).toHaveLength(3);
	});

	it('sets the first and last message of each chat and limits its size', async () => {
		const other = await connectedInstance(gateway);
		await seed({ messages: 250, chats: 2 }, other);
		const chats = (await gateway.get(`/v1/messages/chats?instanceId=${other}`)).at('data') as unknown[];
		expect(chats).toHaveLength(2);
		for (const chat of chats) {
			const [last] = (
				await gateway.get(`/v1/messages?instanceId=${other}&limit=1&chatId=${String(at(chat, 'chatId'))}`)
			).at('data') as unknown[];
			expect(at(chat, 'lastMessage.messageId')).toBe(at(last, 'messageId'));
			// One message a minute, alternating between the two chats.
			const begin = Date.parse(String(at(chat, 'createdAt')));
			expect(Date.parse(String(at(last, 'timestamp'))) - begin).toBe(248 * 60_000);
		}
		const tooMany = await seed({ messages: 2001 }, other);
		expect([tooMany.status, tooMany.at('error.code')]).toEqual([400, 'invalid_parameters']);
	});

	it('publishes no event', async () => {
		await gateway.post(`/simulator/v1/instances/${instanceId}/messages`, {
			from: '4915112345678',
			content: 'The end',
		});
		await receiver.find('the last message', (one) => one.at('data.content') === 'The end');
		expect(receiver.requests.map((one) => one.at('data.content')).sort()).toEqual(['Now', 'The end']);
	});

	it('requires a connected instance', async () => {
		const other = (await gateway.post('/v1/instances', { name: 'B' })).text('data.id');
		const answer = await seed({}, other);
		expect([answer.status, answer.at('error.code')]).toEqual([409, 'instance_disconnected']);
	});
});
