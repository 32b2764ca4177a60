import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { connectedInstance, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';
import { startReceiver, type Receiver } from '../../support/servers/receiver.ts';
import { until } from '../../support/until.ts';

const ADA = '4915112345678';
const NAMED = { from: ADA, contactName: 'Ada', networkId: 'one' };

describe('a message whose content is missing', () => {
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

	const receiveMessage = async (body: Record<string, unknown>): Promise<string> =>
		(await gateway.post(`/simulator/v1/instances/${instanceId}/messages`, { ...NAMED, ...body })).text(
			'data.messageId',
		);
	const receiveMissing = (reason: string) => receiveMessage({ unsupported: { reason } });
	const detail = async (messageId: string) => (await gateway.get(`/v1/messages/${messageId}`)).at('data');
	/** The data of each event once: when the clock advances, a delivery may become overdue and be repeated. */
	const publishedData = () => [
		...new Map(receiver.requests.map((request) => [request.at('eventId'), request.at('data')])).values(),
	];
	/** Returns the events that were received before a last message. */
	const publishedBeforeFence = async () => {
		await receiveMessage({ networkId: 'fence', content: 'Fence' });
		await receiver.find('the fence', (request) => request.at('data.content') === 'Fence');
		return publishedData().filter((data) => (data as { content: string }).content !== 'Fence');
	};
	/** Advances the clock in steps, and lets the gateway work in between. */
	const passSeconds = async (seconds: number) => {
		for (let step = 0; step < seconds / 5; step += 1) {
			clock.advance(5000);
			await gateway.get(`/v1/instances/${instanceId}`);
		}
	};

	/** Advances the clock until so many events are recorded, and no further: pending deliveries would become overdue. */
	const advanceUntilRecorded = (events: number) =>
		until(`${events} events`, async () => {
			const list = await gateway.get(`/v1/webhooks/${webhookId}/deliveries`);
			if ((list.at('data.deliveries') as unknown[]).length >= events) return true;
			clock.advance(1000);
			return false;
		});

	it('appears in its chat and in the history at once, and is published once after two minutes, with the reason', async () => {
		const messageId = await receiveMissing('waiting');
		const message = { type: 'unsupported', unsupported: { reason: 'waiting' }, from: ADA };
		expect(await detail(messageId)).toMatchObject({ ...message, media: null });
		const chats = await gateway.get(`/v1/messages/chats?instanceId=${instanceId}`);
		expect(chats.at('data.0')).toMatchObject({
			contactName: 'Ada',
			unreadCount: 1,
			lastMessage: { messageId, type: 'unsupported' },
		});
		await passSeconds(115);
		expect(await publishedBeforeFence()).toEqual([]);
		await advanceUntilRecorded(2);
		await until('its event', () => publishedData().length === 2);
		expect(publishedData()[1]).toMatchObject({ ...message, messageId, contactName: 'Ada' });
		await passSeconds(240);
		expect(publishedData()).toHaveLength(2);
	});

	it('is published after a restart', async () => {
		const messageId = await receiveMissing('waiting');
		gateway = await gateway.restart();
		await advanceUntilRecorded(1);
		await until('its event', () => publishedData().length === 1);
		gateway = await gateway.restart();
		await passSeconds(240);
		expect(publishedData()).toMatchObject([{ messageId, unsupported: { reason: 'waiting' } }]);
	});

	it('is published once, as an ordinary message, when its content arrives', async () => {
		const messageId = await receiveMissing('waiting');
		expect(await receiveMessage({ content: 'Hello' })).toBe(messageId);
		expect(await receiveMessage({ content: 'Hello' })).toBe(messageId);
		expect(await receiveMessage({ unsupported: { reason: 'undecryptable' } })).toBe(messageId);
		await until('its event', () => publishedData().length === 1);
		await passSeconds(240);
		const [event, ...others] = await publishedBeforeFence();
		expect(event).toMatchObject({ messageId, type: 'text', content: 'Hello' });
		expect(event).not.toHaveProperty('unsupported');
		expect(others).toEqual([]);
		expect(await detail(messageId)).toMatchObject({ type: 'text', content: 'Hello' });
		expect(await detail(messageId)).not.toHaveProperty('unsupported');
		const chats = await gateway.get(`/v1/messages/chats?instanceId=${instanceId}`);
		expect(chats.at('data.0.unreadCount')).toBe(2);
	});

	it('stays behind later messages of its chat when its content arrives late', async () => {
		await receiveMissing('waiting');
		const later = await receiveMessage({ networkId: 'two', content: 'Later' });
		await receiveMessage({ content: 'Hello' });
		const chats = await gateway.get(`/v1/messages/chats?instanceId=${instanceId}`);
		expect(chats.at('data.0.lastMessage.messageId')).toBe(later);
	});

	it('is published at once when its content cannot be decrypted, and again when it arrives', async () => {
		const messageId = await receiveMissing('waiting');
		await receiveMissing('undecryptable');
		await receiveMissing('undecryptable');
		await receiveMissing('waiting');
		await receiveMessage({ content: 'Hello' });
		await until('both events', () => publishedData().length === 2);
		await passSeconds(240);
		expect(await publishedBeforeFence()).toMatchObject([
			{ messageId, type: 'unsupported', unsupported: { reason: 'undecryptable' } },
			{ messageId, type: 'text', content: 'Hello' },
		]);
	});

	it.each(['view_once', 'on_phone_only', 'unknown'])(
		'is published at once when its content will never arrive: %s',
		async (reason) => {
			const messageId = await receiveMissing(reason);
			await receiveMessage({ content: 'Hello' });
			expect(await publishedBeforeFence()).toMatchObject([
				{ messageId, type: 'unsupported', unsupported: { reason } },
			]);
		},
	);

	it('cannot be sent by a client', async () => {
		const answer = await gateway.post('/v1/messages/send', {
			instanceId,
			to: ADA,
			mediaUrl: 'https://example.com/a.png',
			mediaType: 'unsupported',
		});
		expect([answer.status, answer.at('error.code')]).toEqual([400, 'invalid_parameters']);
	});
});
