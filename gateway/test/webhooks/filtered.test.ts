import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
	contents,
	listDeliveries,
	receiveMessage,
	setQueueSettings,
	untilStatuses,
} from '../support/storage/chat-queues.ts';
import { connectedInstance, sendText, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { startReceiver, type Receiver } from '../support/servers/receiver.ts';

const ANA = '4915112345678';
const BEN = '4915187654321';
const LID = '123456789012345@lid';

describe('a webhook with a filter', () => {
	let gateway: TestGateway;
	let receiver: Receiver;
	let instanceId: string;
	let webhookId: string;

	beforeEach(async () => {
		gateway = await startTestGateway();
		receiver = await startReceiver();
		instanceId = await connectedInstance(gateway);
		const events = ['message.received', 'message.sent', 'contact.updated'];
		const created = await gateway.post('/v1/webhooks', { url: receiver.url, events });
		webhookId = created.text('data.id');
	});
	afterEach(async () => {
		await receiver.close();
		await gateway.close();
	});

	const filterBy = (filter: object) => setQueueSettings(gateway.folder, webhookId, { filter });
	const receive = (content: string, from = ANA) => receiveMessage(gateway, instanceId, { from, content });
	const statuses = (...wanted: string[]) => untilStatuses(gateway, webhookId, wanted);

	it.each([
		['chats', { chats: [`${ANA}@s.whatsapp.net`] }],
		['phones', { chats: [ANA] }],
		['a text that it contains', { text: { contains: 'RDER' } }],
		['how the text starts', { text: { startsWith: 'order' } }],
		['the whole text', { text: { equals: 'Order' } }],
	])('leaves out messages by %s, and lists them', async (_what, filter) => {
		await filterBy(filter);
		await receive('Hello', BEN);
		await receive('order', ANA);
		const [filtered] = await statuses('filtered', 'success');
		expect(contents(await receiver.count(1))).toEqual(['order']);
		expect(filtered).toMatchObject({ attempts: 0, nextAttemptAt: null, finishedAt: expect.any(String) });
	});

	it('leaves out messages by their direction and type', async () => {
		await filterBy({ directions: ['inbound'] });
		await sendText(gateway, instanceId, ANA);
		await statuses('filtered');
		await filterBy({ types: ['image'] });
		await receive('Hello');
		await statuses('filtered', 'filtered');
		await filterBy({ types: ['text'], directions: ['outbound'] });
		await sendText(gateway, instanceId, ANA);
		await statuses('filtered', 'filtered', 'success');
	});

	it('names a chat by an id that its person had before', async () => {
		const simulator = `/simulator/v1/instances/${instanceId}`;
		await gateway.post(`${simulator}/messages`, { from: null, senderId: LID, content: 'Hello' });
		await filterBy({ chats: [LID] });
		await gateway.post(`${simulator}/contacts/${LID}/reveal`, { phone: ANA });
		await receive('Hello again', ANA);
		await receive('Others', BEN);
		const request = await receiver.find('the message', (one) => one.at('data.content') === 'Hello again');
		expect(request.at('data.chatId')).toBe(`${ANA}@s.whatsapp.net`);
		const deliveries = await listDeliveries(gateway, webhookId);
		expect(deliveries.at(-1)?.status).toBe('filtered');
	});

	it('does not end a burst by what it leaves out', async () => {
		await setQueueSettings(gateway.folder, webhookId, {
			ordered: true,
			collectSeconds: 300,
			filter: { directions: ['inbound'] },
		});
		await receive('1');
		await sendText(gateway, instanceId, ANA);
		await statuses('collecting', 'filtered');
		await receive('2');
		await statuses('collecting', 'filtered', 'collecting');
	});
});
