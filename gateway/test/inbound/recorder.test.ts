import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { InstanceId } from '../../src/domain/ids.ts';
import type { NetworkEvent } from '../../src/network/network-event.ts';
import { systemClock } from '../../src/runtime/system.ts';
import { connectedInstance, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { startReceiver, type Receiver } from '../support/servers/receiver.ts';
import { reportEvents } from '../support/report.ts';

const ADA = '4915112345678';
const NOTICE = {
	topic: 'account_update',
	message: 'The account may send again.',
	details: { event: 'ACCOUNT_RESTRICTION_LIFTED' },
};

/** Covers reports that the simulated network does not make. */
describe('the recorder', () => {
	let gateway: TestGateway;
	let receiver: Receiver;
	let instanceId: InstanceId;

	beforeEach(async () => {
		[gateway, receiver] = await Promise.all([startTestGateway(), startReceiver()]);
		instanceId = (await connectedInstance(gateway)) as InstanceId;
	});
	afterEach(async () => {
		await gateway.close();
		await receiver.close();
	});

	const report = (...events: NetworkEvent[]) => reportEvents(gateway, instanceId, ...events);
	const deliveriesOf = async (webhookId: string) =>
		(await gateway.get(`/v1/webhooks/${webhookId}/deliveries`)).at('data.deliveries');

	it('delivers a notice about the account to webhooks that name the event kind, and to no others', async () => {
		const webhook = async (events: string[]) =>
			(await gateway.post('/v1/webhooks', { url: receiver.url, events })).text('data.id');
		const subscribed = await webhook(['instance.notice']);
		const other = await webhook(['instance.connected', 'message.received']);
		const created = await gateway.post('/v1/instances', { name: 'Own', webhookUrl: receiver.url });
		instanceId = created.text('data.id') as InstanceId;
		const own = created.text('data.webhookId');
		expect((await gateway.get(`/v1/webhooks/${own}`)).at('data.events')).not.toContain('instance.notice');

		await report({ kind: 'notice', notice: NOTICE });
		expect(await deliveriesOf(subscribed)).toMatchObject([{ event: 'instance.notice' }]);
		expect(await deliveriesOf(other)).toEqual([]);
		expect(await deliveriesOf(own)).toEqual([]);
		const event = await receiver.find('the notice', (request) => request.at('event') === 'instance.notice');
		expect(event.at('data')).toEqual({ instanceId, ...NOTICE });
	});

	it('records a message without a file that could not be downloaded, with the reason', async () => {
		const webhook = { url: receiver.url, events: ['message.received'] };
		await gateway.post('/v1/webhooks', webhook);
		const mediaError = { code: 'media_download_failed', message: 'The file is no longer there.' } as const;
		const person = `${ADA}@s.whatsapp.net`;
		await report({
			kind: 'message',
			message: {
				networkId: 'one',
				source: { chat: person, sender: person },
				chatId: person,
				senderId: person,
				from: ADA,
				contactName: null,
				type: 'image',
				content: '[image]',
				media: null,
				mediaError,
				at: systemClock.now(),
			},
		});
		const event = await receiver.find('the message', (request) => request.at('event') === 'message.received');
		expect(event.at('data')).toMatchObject({ type: 'image', mediaError });
		const messageId = String(event.at('data.messageId'));
		const detail = await gateway.get(`/v1/messages/${messageId}`);
		expect(detail.at('data')).toMatchObject({ type: 'image', mediaError, media: { available: false } });
		expect((await gateway.get(`/v1/messages/${messageId}/media`)).status).toBe(404);
	});
});
