import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startReceiver, type Receiver } from '../../support/servers/receiver.ts';
import { startSignedIn, type Visit } from '../support/visit.ts';

describe('instances screen', () => {
	let visit: Visit;
	let receiver: Receiver;
	beforeAll(async () => {
		visit = await startSignedIn();
		receiver = await startReceiver();
	});
	afterAll(async () => {
		await visit.close();
		await receiver.close();
	});
	const idOnShow = () => visit.page.url().split('/').at(-1) ?? '';
	const press = (name: string) => visit.page.getByRole('button', { name, exact: true }).click();

	it('creates an instance from the empty list, which says what to do first', async () => {
		const { page, open } = visit;
		await open('/instances');
		await page.getByRole('heading', { name: 'No instances yet' }).waitFor();
		await press('Create an instance');
		await page.getByLabel('Name').fill('Support');
		await press('Create');
		await page.getByRole('heading', { name: 'Support' }).waitFor();
		await page.getByText('Disconnected', { exact: true }).first().waitFor();
	});

	it('connects an instance by its current QR code and shows the connection at once', async () => {
		const { page, gateway } = visit;
		await press('Show the QR code');
		await page.getByAltText('QR code to scan').waitFor();
		await page.getByText(/A new code in \d+ s/).waitFor();
		await page.getByText('Linked devices').waitFor();
		await gateway.post(`/simulator/v1/instances/${idOnShow()}/scan`);
		await page.getByText('Connected. The instance can send and receive messages now.').waitFor();
		await page.getByText('Simulated phone').waitFor();
	});

	it('shows a session that the phone has ended at once', async () => {
		const { page, gateway } = visit;
		await gateway.post(`/simulator/v1/instances/${idOnShow()}/logout`);
		await page.getByRole('heading', { name: 'Connect this instance' }).waitFor();
		await press('Show the QR code');
		await press('Scan with a simulated phone');
		await page.getByRole('heading', { name: 'Connection' }).waitFor();
	});

	it('saves the settings of an instance', async () => {
		const { page, gateway } = visit;
		await page.getByLabel('Name').fill('Customer support');
		await page.getByLabel('Mark incoming messages as read').check();
		await press('Save the settings');
		await page.getByText('Saved').waitFor();
		await page.getByRole('heading', { level: 1, name: 'Customer support' }).waitFor();
		const { body } = await gateway.get(`/v1/instances/${idOnShow()}`);
		expect(body).toMatchObject({
			data: { name: 'Customer support', settings: { autoRead: true, autoTyping: true } },
		});
	});

	it('sets the webhook of an instance and shows beside the field why a URL is rejected', async () => {
		const { page, gateway, consoleErrors } = visit;
		await page.getByLabel('URL').fill('http://10.0.0.1/hook');
		await press('Save the webhook');
		await page.getByRole('alert').filter({ hasText: 'invalid_webhook_url' }).waitFor();
		consoleErrors.length = 0;
		await page.getByLabel('URL').fill(receiver.url);
		await page.getByLabel('message.received').check();
		await press('Save the webhook');
		await page.getByRole('link', { name: 'Its deliveries' }).waitFor();
		await press('Reveal');
		const { body } = await gateway.get(`/v1/instances/${idOnShow()}`);
		const { webhookSecret } = (body as { data: { webhookSecret: string } }).data;
		await page.getByText(webhookSecret).waitFor();
	});

	it('lists instances with their type and status', async () => {
		const { page, open } = visit;
		await open('/instances');
		const row = page.getByRole('link', { name: /Customer support/ });
		expect(await row.textContent()).toContain('Connected');
		await row.click();
	});

	it('disconnects an instance after a confirmation', async () => {
		const { page } = visit;
		await press('Disconnect');
		await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
		await press('Disconnect');
		await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
		await page.getByRole('heading', { name: 'Connect this instance' }).waitFor();
	});

	it('shows the connection although an older status arrives later', async () => {
		const { page, gateway } = visit;
		const asked = Promise.withResolvers<undefined>();
		const release = Promise.withResolvers<undefined>();
		const STATUS = '**/v1/instances/*/status';
		await page.route(STATUS, async (route) => {
			const response = await route.fetch();
			asked.resolve(undefined);
			await release.promise;
			await route.fulfill({ response });
		});
		await press('Show the QR code');
		await page.getByAltText('QR code to scan').waitFor();
		await asked.promise;
		await gateway.post(`/simulator/v1/instances/${idOnShow()}/scan`);
		await page.getByRole('heading', { name: 'Connection' }).waitFor();
		const next = page.waitForRequest(STATUS);
		release.resolve(undefined);
		await next;
		await page.unrouteAll({ behavior: 'wait' });
		await page.getByText('Connected. The instance can send and receive messages now.').waitFor();
		await press('Disconnect');
		await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
		await page.getByRole('heading', { name: 'Connect this instance' }).waitFor();
	});

	it('connects an instance through the official API and shows beside the fields why it cannot', async () => {
		const { page, consoleErrors } = visit;
		await press('Enter the credentials');
		await page.getByLabel('Business account id').fill('1234');
		await page.getByLabel('Phone number id').fill('5678');
		await page.getByLabel('Access token').fill('wrong-token');
		await press('Connect');
		await page.getByRole('alert').filter({ hasText: 'invalid_credentials' }).waitFor();
		consoleErrors.length = 0;
		await page.getByLabel('Access token').fill('a-good-token');
		await press('Connect');
		await page.getByText('Simulated business').waitFor();
	});

	it('deletes an instance after a confirmation', async () => {
		const { page, consoleErrors } = visit;
		await press('Delete this instance');
		await page.getByRole('dialog').getByRole('button', { name: 'Delete it for good' }).click();
		await page.getByRole('heading', { name: 'No instances yet' }).waitFor();
		expect(consoleErrors).toEqual([]);
	});
});
