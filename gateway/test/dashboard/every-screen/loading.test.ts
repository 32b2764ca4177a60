import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectedInstance } from '../../support/gateway.ts';
import { startReceiver, type Receiver } from '../../support/servers/receiver.ts';
import { until } from '../../support/until.ts';
import { collectLiveMessages, countRequests, hasDelivered } from '../support/traffic.ts';
import { startSignedIn, type Visit } from '../support/visit.ts';

const ADA = '4915112345678';

describe('live dashboard screen', () => {
	let visit: Visit;
	let receiver: Receiver;
	let instanceId: string;
	let webhookId: string;
	beforeAll(async () => {
		visit = await startSignedIn();
		receiver = await startReceiver();
		instanceId = await connectedInstance(visit.gateway, 'Shop');
		const webhook = await visit.gateway.post('/v1/webhooks', {
			url: receiver.url,
			name: 'Workflow',
			events: ['message.received'],
		});
		webhookId = webhook.text('data.id');
		await arrives(ADA, 'Before');
	});
	afterAll(async () => {
		await visit.close();
		await receiver.close();
	});

	async function arrives(from: string, content: string): Promise<string> {
		const path = `/simulator/v1/instances/${instanceId}/messages`;
		return (await visit.gateway.post(path, { from, content })).text('data.messageId');
	}
	/** Resolves with the successful delivery of a message.received event. */
	const deliveryOf = (messageId: string) =>
		until('the delivery', async () => {
			const page = await visit.gateway.get(`/v1/webhooks/${webhookId}/deliveries`);
			const deliveries = page.at('data.deliveries') as { id: string; eventId: string; status: string }[];
			for (const { id, eventId, status } of deliveries) {
				const detail = await visit.gateway.get(`/v1/webhooks/${webhookId}/deliveries/${id}`);
				if (status === 'success' && detail.text('data.body').includes(messageId)) return { id, eventId };
			}
			return false;
		});
	/** Leaves the page, so that the next screen loads everything again. */
	const leave = () => visit.page.goto('about:blank');
	const isPath = (path: string) => (url: URL) => url.pathname === path;

	it('loads the lists of chats and messages once, and again after an event', async () => {
		const { page, open } = visit;
		await leave();
		const chats = countRequests(page, isPath('/v1/chats'));
		const chat = countRequests(page, isPath(`/v1/chats/${ADA}%40s.whatsapp.net`));
		const messages = countRequests(
			page,
			(url) => isPath('/v1/messages')(url) && !url.searchParams.has('scheduled'),
		);
		await open(`/chats/${instanceId}/${ADA}@s.whatsapp.net`);
		const list = page.getByRole('region', { name: 'List of chats' });
		const conversation = page.getByRole('region', { name: 'Messages' });
		await list.getByText('Before').waitFor();
		await conversation.getByText('Before').waitFor();
		await arrives(ADA, 'Just now');
		await list.getByText('Just now').waitFor();
		await conversation.getByText('Just now').waitFor();
		await page
			.getByRole('region', { name: /^Chat with/ })
			.getByRole('button', { name: 'Mark as read' })
			.waitFor();
		expect({ chats: chats(), chat: chat(), messages: messages() }).toEqual({
			chats: 2,
			chat: 2,
			messages: 2,
		});
	});

	it('loads the deliveries and the health of a webhook once, and again after a delivery', async () => {
		const { page, open } = visit;
		await leave();
		const deliveries = countRequests(page, isPath(`/v1/webhooks/${webhookId}/deliveries`));
		const health = countRequests(page, isPath(`/v1/webhooks/${webhookId}/health`));
		await open(`/webhooks/${webhookId}`);
		const list = page.getByRole('region', { name: 'Deliveries' }).getByRole('listitem');
		const figure = page.getByRole('region', { name: 'Last 24 hours' }).locator('dd').first();
		await until('the deliveries so far', async () => (await list.count()) === 2);
		await until('the health so far', async () => (await figure.textContent()) === '2');
		await arrives(ADA, 'Delivered');
		await until('one more delivery', async () => (await list.count()) === 3);
		await until('one more in the health', async () => (await figure.textContent()) === '3');
		expect({ deliveries: deliveries(), health: health() }).toEqual({ deliveries: 2, health: 2 });
	});

	it('loads a message once, and again only after its own deliveries', async () => {
		const { page, gateway, open } = visit;
		const messageId = await arrives(ADA, 'Watched');
		const own = await deliveryOf(messageId);
		await leave();
		await page.clock.install();
		const live = collectLiveMessages(page);
		const messages = countRequests(page, isPath(`/v1/messages/${messageId}`));
		const timelines = countRequests(page, isPath(`/admin/v1/messages/${messageId}/timeline`));
		await open(`/messages/${messageId}`);
		await page.getByText('1 attempt, answered with 200').waitFor();

		const other = await deliveryOf(await arrives('33612345678', 'Of somebody else'));
		await until('the delivery to reach the page', () => Promise.resolve(hasDelivered(live, other.eventId)));
		// Runs the timers that a reload would wait for.
		await page.clock.runFor(5000);
		await page.evaluate('0');
		expect({ messages: messages(), timelines: timelines() }).toEqual({ messages: 1, timelines: 1 });

		await gateway.post(`/v1/webhooks/${webhookId}/deliveries/${own.id}/retry`, {});
		await page.getByText('2 attempts, answered with 200').waitFor();
		expect({ messages: messages(), timelines: timelines() }).toEqual({ messages: 2, timelines: 2 });
	});
});
