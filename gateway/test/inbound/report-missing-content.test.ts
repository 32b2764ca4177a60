import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { connectedInstance, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { createManualClock, type ManualClock } from '../support/manual-clock.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { until } from '../support/until.ts';

const ADA = '4915112345678';
const NAMED = { from: ADA, contactName: 'Ada', networkId: 'one' };

describe('a message whose content has not come', () => {
	let clock: ManualClock;
	let gateway: TestGateway;
	let receiver: Receiver;
	let instanceId: string;
	let webhookId: string;

	beforeEach(async () => {
		clock = createManualClock();
		[gateway, receiver] = await Promise.all([startTestGateway({ clock }), startReceiver()]);
		instanceId = await connectedInstance(gateway);
		const webhook = { url: receiver.url, events: ['message.received'] };
		webhookId = (await gateway.post('/v1/webhooks', webhook)).text('data.id');
	});
	afterEach(async () => {
		await gateway.close();
		await receiver.close();
	});

	const arrive = async (body: Record<string, unknown>): Promise<string> =>
		(await gateway.post(`/simulator/v1/instances/${instanceId}/messages`, { ...NAMED, ...body })).text(
			'data.messageId',
		);
	const missing = (reason: string) => arrive({ unsupported: { reason } });
	const detail = async (messageId: string) => (await gateway.get(`/v1/messages/${messageId}`)).at('data');
	/** The data of every event, once: with time that is moved on, a delivery may be taken for overdue and made again. */
	const told = () => [
		...new Map(receiver.requests.map((one) => [one.at('eventId'), one.at('data')])).values(),
	];
	/** What is told of before this, and this, has arrived. */
	const fence = async () => {
		await arrive({ networkId: 'fence', content: 'Fence' });
		await receiver.find('the fence', (request) => request.at('data.content') === 'Fence');
		return told().filter((data) => (data as { content: string }).content !== 'Fence');
	};
	/** Lets seconds pass, in steps between which what is due is done. */
	const pass = async (seconds: number) => {
		for (let step = 0; step < seconds / 5; step += 1) {
			clock.advance(5000);
			await gateway.get(`/v1/instances/${instanceId}`);
		}
	};

	/** Lets time pass until there are so many events, and no longer: deliveries under way would be overdue. */
	const untilRecorded = (events: number) =>
		until(`${events} events`, async () => {
			const list = await gateway.get(`/v1/webhooks/${webhookId}/deliveries`);
			if ((list.at('data.deliveries') as unknown[]).length >= events) return true;
			clock.advance(1000);
			return false;
		});

	it('is in its chat and in the history at once, and told of after two minutes, once, with the reason', async () => {
		const messageId = await missing('waiting');
		const message = { type: 'unsupported', unsupported: { reason: 'waiting' }, from: ADA };
		expect(await detail(messageId)).toMatchObject({ ...message, media: null });
		const chats = await gateway.get(`/v1/messages/chats?instanceId=${instanceId}`);
		expect(chats.at('data.0')).toMatchObject({
			contactName: 'Ada',
			unreadCount: 1,
			lastMessage: { messageId, type: 'unsupported' },
		});
		await pass(115);
		expect(await fence()).toEqual([]);
		await untilRecorded(2);
		await until('it to be told of', () => told().length === 2);
		expect(told()[1]).toMatchObject({ ...message, messageId, contactName: 'Ada' });
		await pass(240);
		expect(told()).toHaveLength(2);
	});

	it('is told of after a restart too', async () => {
		const messageId = await missing('waiting');
		gateway = await gateway.restart();
		await untilRecorded(1);
		await until('it to be told of', () => told().length === 1);
		gateway = await gateway.restart();
		await pass(240);
		expect(told()).toMatchObject([{ messageId, unsupported: { reason: 'waiting' } }]);
	});

	it('becomes an ordinary message when it comes, and is told of once', async () => {
		const messageId = await missing('waiting');
		expect(await arrive({ content: 'Hello' })).toBe(messageId);
		expect(await arrive({ content: 'Hello' })).toBe(messageId);
		expect(await arrive({ unsupported: { reason: 'undecryptable' } })).toBe(messageId);
		await until('it to be told of', () => told().length === 1);
		await pass(240);
		const [event, ...others] = await fence();
		expect(event).toMatchObject({ messageId, type: 'text', content: 'Hello' });
		expect(event).not.toHaveProperty('unsupported');
		expect(others).toEqual([]);
		expect(await detail(messageId)).toMatchObject({ type: 'text', content: 'Hello' });
		expect(await detail(messageId)).not.toHaveProperty('unsupported');
		const chats = await gateway.get(`/v1/messages/chats?instanceId=${instanceId}`);
		expect(chats.at('data.0.unreadCount')).toBe(2);
	});

	it('does not become the latest of its chat again by coming late', async () => {
		await missing('waiting');
		const later = await arrive({ networkId: 'two', content: 'Later' });
		await arrive({ content: 'Hello' });
		const chats = await gateway.get(`/v1/messages/chats?instanceId=${instanceId}`);
		expect(chats.at('data.0.lastMessage.messageId')).toBe(later);
	});

	it('is told of at once when it will never come, and again when it does', async () => {
		const messageId = await missing('waiting');
		await missing('undecryptable');
		await missing('undecryptable');
		await missing('waiting');
		await arrive({ content: 'Hello' });
		await until('both to be told of', () => told().length === 2);
		await pass(240);
		expect(await fence()).toMatchObject([
			{ messageId, type: 'unsupported', unsupported: { reason: 'undecryptable' } },
			{ messageId, type: 'text', content: 'Hello' },
		]);
	});

	it.each(['view_once', 'on_phone_only', 'unknown'])(
		'and never will is told of at once: %s',
		async (reason) => {
			const messageId = await missing(reason);
			await arrive({ content: 'Hello' });
			expect(await fence()).toMatchObject([{ messageId, type: 'unsupported', unsupported: { reason } }]);
		},
	);

	it('is not what a client sends', async () => {
		const answer = await gateway.post('/v1/messages/send', {
			instanceId,
			to: ADA,
			mediaUrl: 'https://example.com/a.png',
			mediaType: 'unsupported',
		});
		expect([answer.status, answer.at('error.code')]).toEqual([400, 'invalid_parameters']);
	});
});
