import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runSql } from '../../support/database.ts';
import { startReceiver, type Receiver } from '../../support/servers/receiver.ts';
import { connectedInstance, sendText } from '../../support/gateway.ts';
import { hasFocus } from '../support/elements.ts';
import { confirmIdentity, startSignedIn, type Visit } from '../support/visit.ts';

describe('webhooks screen', () => {
	let visit: Visit;
	let receiver: Receiver;
	let instanceId: string;
	beforeAll(async () => {
		visit = await startSignedIn({ GATEWAY_RETRY_SCHEDULE: '0s,0s' });
		receiver = await startReceiver();
		instanceId = await connectedInstance(visit.gateway);
	});
	afterAll(async () => {
		await visit.close();
		await receiver.close();
	});
	const press = (name: string) => visit.page.getByRole('button', { name, exact: true }).click();
	const tab = (name: string) =>
		visit.page.getByRole('navigation', { name: 'Webhook' }).getByRole('link', { name }).click();

	it('creates a webhook and shows beside the field why a URL is rejected', async () => {
		const { page, open, consoleErrors } = visit;
		await open('/webhooks');
		await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor();
		await press('Create a webhook');
		await page.getByLabel('URL').fill('http://example.com/hook');
		await press('Create');
		await page.getByRole('alert').filter({ hasText: 'invalid_webhook_url' }).waitFor();
		consoleErrors.length = 0;
		await page.getByLabel('URL').fill(receiver.url);
		await page.getByRole('textbox', { name: 'Name' }).fill('n8n');
		await page.getByLabel('message.sent').check();
		await press('Create');
		await page.getByRole('heading', { level: 1, name: 'n8n' }).waitFor();
		await page.getByText('Nothing was delivered yet').waitFor();
	});

	it('shows deliveries as they are made', async () => {
		const { page, gateway } = visit;
		await sendText(gateway, instanceId, '4915112345678');
		await page
			.getByRole('region', { name: 'Deliveries' })
			.getByRole('link', { name: /message\.sent/ })
			.waitFor();
		await page.getByText('answered with 200').waitFor();
	});

	it('shows the secret on request and rotates it', async () => {
		const { page, gateway } = visit;
		await tab('Settings');
		const id = /webhooks\/(wh_[^?]+)/.exec(page.url())?.[1] ?? '';
		const before = (await gateway.get(`/v1/webhooks/${id}`)).text('data.secret');
		expect(await page.getByText(before).count()).toBe(0);
		await press('Reveal');
		await page.getByText(before).waitFor();
		await press('Rotate the secret');
		await page.getByRole('dialog').getByRole('button', { name: 'Make a new secret' }).click();
		await confirmIdentity(page);
		await page.getByText('The previous secret also signs').waitFor();
		// The browser logs the request that had to be confirmed.
		visit.consoleErrors.length = 0;
		await press('Reveal');
		const after = (await gateway.get(`/v1/webhooks/${id}`)).text('data.secret');
		expect(after).not.toBe(before);
		await page.getByText(after).waitFor();
	});

	it('sends a test delivery and shows its result', async () => {
		const { page } = visit;
		await press('Send a test event');
		await page.getByText('The receiver accepted it: it answered with 200').waitFor();
		receiver.answer((response) => response.writeHead(500).end('{"error":"The workflow is not active"}'));
		await press('Send a test event');
		await page.getByText('Only a 2xx status counts as accepted.').waitFor();
		await page.getByRole('link', { name: 'See the delivery' }).click();
	});

	it('shows the request and the response of every attempt', async () => {
		const { page } = visit;
		await page.getByText('Given up.').waitFor();
		await page.getByText('Attempt 2').waitFor();
		await page.getByText('x-service-signature').first().waitFor();
		await page.getByText('The workflow is not active').first().waitFor();
		await page.getByText('Attempt 1').click();
		await page.getByText('The workflow is not active').nth(1).waitFor();
	});

	it('redelivers a delivery by keyboard', async () => {
		const { page } = visit;
		receiver.answer((response) => response.end('{"taken":true}'));
		await page.reload();
		const retry = page.getByRole('button', { name: 'Deliver again' });
		await retry.waitFor();
		for (let presses = 0; presses < 40; presses += 1) {
			await page.keyboard.press('Tab');
			if (await hasFocus(retry)) break;
		}
		await page.keyboard.press('Enter');
		await page.getByText('Delivered', { exact: true }).waitFor();
		await page.getByText('Attempt 3').waitFor();
	});

	it('recovers the deliveries that failed since a given time', async () => {
		const { page, gateway } = visit;
		receiver.answer((response) => response.writeHead(503).end());
		await sendText(gateway, instanceId, '4915112345678', 'Lost at first');
		await page.getByRole('link', { name: 'Deliveries of the webhook' }).click();
		await page.getByLabel('Status').selectOption('Failed');
		await page.getByRole('region', { name: 'Deliveries' }).getByRole('link').first().waitFor();
		receiver.answer((response) => response.end());
		await press('Recover failed ones');
		await press('Deliver them again');
		await page.getByText(/\d+ deliver(y is|ies are) on the way again/).waitFor();
		await page.getByRole('dialog').getByText('Close', { exact: true }).click();
		await page.getByRole('heading', { name: 'No such deliveries' }).waitFor();
	});

	it('sets how events are delivered, and shows it again', async () => {
		const { page, gateway } = visit;
		await tab('Settings');
		await page.getByLabel('In order').check();
		await page.getByLabel('Collect messages for').fill('10');
		await page.getByLabel('Most attempts in a second').fill('5');
		await page.getByText('Filter of messages').click();
		await page.getByLabel('Only these chats').fill('4915112345678@s.whatsapp.net\n\n 12@lid ');
		await page.getByRole('checkbox', { name: 'Picture', exact: true }).check();
		await page.getByLabel('Direction').selectOption('Only messages that arrive');
		await page.getByLabel('Owner of the chat').selectOption('Only chats that the bot has');
		await page.getByLabel('The text contains').fill('order');
		await page.getByLabel('All events').check();
		await press('Save the settings');
		await page.getByText('Saved').waitFor();
		const id = /webhooks\/(wh_[^?]+)/.exec(page.url())?.[1] ?? '';
		expect((await gateway.get(`/v1/webhooks/${id}`)).at('data')).toMatchObject({
			events: ['*'],
			ordered: true,
			collect: { seconds: 10 },
			ratePerSecond: 5,
			filter: {
				chats: ['4915112345678@s.whatsapp.net', '12@lid'],
				types: ['image'],
				directions: ['inbound'],
				owners: ['bot'],
				text: { contains: 'order' },
			},
		});
		await page.reload();
		await page.getByLabel('The text contains').waitFor();
		expect(await page.getByLabel('The text contains').inputValue()).toBe('order');
		expect(await page.getByRole('checkbox', { name: 'Picture', exact: true }).isChecked()).toBe(true);
		const nothing = { ordered: false, collect: null, filter: null, ratePerSecond: null };
		await gateway.put(`/v1/webhooks/${id}`, { ...nothing, events: ['message.sent'] });
	});

	it('says that a webhook fails or is paused, and resumes it', async () => {
		const { page, gateway } = visit;
		const id = /webhooks\/(wh_[^?]+)/.exec(page.url())?.[1] ?? '';
		receiver.answer((response) => response.writeHead(503).end());
		for (let sent = 0; sent < 5; sent += 1) {
			await sendText(gateway, instanceId, '4915112345678', `Fails ${sent}`);
		}
		await page.getByText('Failing since').waitFor();
		// Sets the pause in the database, because it would take three days.
		const daysAgo = Date.now() - 4 * 24 * 3_600_000;
		await runSql(
			gateway.folder,
			`update webhooks set failing_since = ${daysAgo}, paused_at = ${Date.now()} where id = '${id}'`,
		);
		await page.reload();
		await page.getByText('Paused since').waitFor();
		receiver.answer((response) => response.end());
		await press('Resume');
		await page.getByText('Paused since').waitFor({ state: 'detached' });
		await page.getByText('Failing since').waitFor({ state: 'detached' });
		await page.getByText('Active', { exact: true }).first().waitFor();
	});

	it('changes, deactivates and deletes a webhook', async () => {
		const { page, consoleErrors } = visit;
		await tab('Settings');
		await page.getByRole('textbox', { name: 'Name' }).fill('n8n, orders');
		await page.getByLabel('Active').uncheck();
		await press('Save the settings');
		await page.getByRole('heading', { level: 1, name: 'n8n, orders' }).waitFor();
		await page.getByText('Switched off', { exact: true }).waitFor();
		await press('Delete this webhook');
		await press('Delete it for good');
		await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor();
		expect(consoleErrors).toEqual([]);
	});
});
