import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { listDeliveries, receiveMessage, untilStatuses } from '../../support/storage/chat-queues.ts';
import { connectedInstance } from '../../support/gateway.ts';
import { startReceiver, type Receiver } from '../../support/servers/receiver.ts';
import { accessibilityViolations } from '../support/accessibility-violations.ts';
import { startSignedIn, type Visit } from '../support/visit.ts';

const ADA = '4915112345678';

describe('the chats that wait at a webhook', () => {
	let visit: Visit;
	let receiver: Receiver;
	let instanceId: string;
	beforeAll(async () => {
		visit = await startSignedIn({ GATEWAY_RETRY_SCHEDULE: '0s,1h' });
		receiver = await startReceiver();
		instanceId = await connectedInstance(visit.gateway);
	});
	afterAll(async () => {
		await visit.close();
		await receiver.close();
	});

	const press = (name: string) => visit.page.getByRole('button', { name, exact: true }).click();
	const confirm = () => visit.page.getByRole('dialog').getByRole('button', { name: 'Skip' }).click();
	const chats = () => visit.page.getByRole('region', { name: 'Chats that wait' });
	const createWebhook = async (settings: object): Promise<string> => {
		const body = { url: receiver.url, events: ['message.received'], ...settings };
		return (await visit.gateway.post('/v1/webhooks', body)).text('data.id');
	};
	const arrive = async (...contents: string[]): Promise<void> => {
		for (const content of contents) await receiveMessage(visit.gateway, instanceId, { from: ADA, content });
	};
	/** Asserts that the screen is accessible and fits a page 320 pixels wide. */
	async function isFitForAll(): Promise<void> {
		const { page } = visit;
		expect(await accessibilityViolations(page)).toEqual([]);
		await page.setViewportSize({ width: 320, height: 640 });
		expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBe(0);
		await page.setViewportSize({ width: 1280, height: 860 });
	}

	it('are listed, and their waiting deliveries are skipped after a confirmation', async () => {
		const { page, gateway, open } = visit;
		receiver.answer((response) => response.writeHead(503).end());
		const webhookId = await createWebhook({ ordered: true });
		await open(`/webhooks/${webhookId}`);
		await chats().getByText('No chat waits.').waitFor();
		await arrive('First', 'Second', 'Third');
		const row = chats().getByRole('article', { name: `+${ADA}` });
		await row.getByText('2 events behind the next one').waitFor();
		await row.getByText(/Next attempt in/).waitFor();
		await isFitForAll();
		await press(`Skip the waiting deliveries of +${ADA}`);
		await confirm();
		await chats().getByText('No chat waits.').waitFor();
		await untilStatuses(gateway, webhookId, ['cancelled', 'cancelled', 'cancelled']);
		const deliveries = page.getByRole('region', { name: 'Deliveries' });
		await deliveries.getByText('Cancelled', { exact: true }).nth(2).waitFor();
		await gateway.delete(`/v1/webhooks/${webhookId}`);
	});

	it('lead to the delivery that holds them up, which is skipped for the next one', async () => {
		const { page, gateway, open } = visit;
		const webhookId = await createWebhook({ ordered: true });
		await arrive('First', 'Second');
		const [first, second] = await untilStatuses(gateway, webhookId, ['pending', 'waiting']);
		await open(`/webhooks/${webhookId}/deliveries/${second?.id ?? ''}`);
		await page.getByText('An earlier event of the same chat is delivered first.').waitFor();
		await isFitForAll();
		await page.getByRole('link', { name: first?.id ?? '' }).click();
		await page.getByText('Attempt 1').waitFor();
		receiver.answer((response) => response.end());
		await press('Skip');
		await confirm();
		await page.getByText('Cancelled', { exact: true }).waitFor();
		await page.getByText('It was skipped, or').waitFor();
		expect(await page.getByRole('button', { name: 'Skip', exact: true }).count()).toBe(0);
		await untilStatuses(gateway, webhookId, ['cancelled', 'success']);
		await gateway.delete(`/v1/webhooks/${webhookId}`);
	});

	it('show messages that are collected, and their delivery what it contains', async () => {
		const { page, gateway, open, consoleErrors } = visit;
		const webhookId = await createWebhook({ collect: { seconds: 60 } });
		await open(`/webhooks/${webhookId}`);
		await arrive('One', 'Two');
		await chats().getByText('2 messages being collected').waitFor();
		expect(await chats().getByRole('button', { name: /^Skip/ }).count()).toBe(0);
		const [first] = await listDeliveries(gateway, webhookId);
		await open(`/webhooks/${webhookId}/deliveries/${first?.id ?? ''}`);
		await page.getByText('It will be delivered together with the next messages').waitFor();
		await press('Deliver now');
		await untilStatuses(gateway, webhookId, ['joined', 'joined', 'success']);
		await page.reload();
		await page.getByText('Its message was delivered together with others of its chat.').waitFor();
		await page.getByText('There was none.').waitFor();
		const [one, two, all] = await listDeliveries(gateway, webhookId);
		await page.getByRole('link', { name: all?.id ?? '' }).click();
		for (const joined of [one, two]) await page.getByRole('link', { name: joined?.id ?? '' }).waitFor();
		await isFitForAll();
		expect(consoleErrors).toEqual([]);
	});

	it('are not listed of an unordered webhook, whose log has the filtered deliveries', async () => {
		const { page, gateway, open } = visit;
		const webhookId = await createWebhook({ filter: { types: ['image'] } });
		await arrive('Left out');
		await untilStatuses(gateway, webhookId, ['filtered']);
		await open(`/webhooks/${webhookId}`);
		await page.getByLabel('Status').selectOption('Left out by the filter');
		await page.getByRole('link', { name: /message\.received/ }).click();
		await page.getByText('It does not match the filter of the webhook').waitFor();
		await page.getByRole('link', { name: 'Deliveries of the webhook' }).click();
		await page.getByRole('region', { name: 'Deliveries' }).first().waitFor();
		expect(await chats().count()).toBe(0);
	});
});
