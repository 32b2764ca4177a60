import { afterAll, beforeAll, describe, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { connectedInstance, sendText } from '../../support/gateway.ts';
import { startReceiver, type Receiver } from '../../support/servers/receiver.ts';
import { confirmIdentity, signIn, startSignedIn, type Visit } from '../support/visit.ts';

/** Milliseconds between two reloads of a screen, and some more. */
const INTERVAL = 7000;

describe('a screen that is left open', () => {
	let visit: Visit;
	let receiver: Receiver;
	let other: Page;
	let instanceId: string;
	beforeAll(async () => {
		visit = await startSignedIn();
		receiver = await startReceiver();
		instanceId = await connectedInstance(visit.gateway, 'Shop');
		await visit.page.clock.install();
		other = await visit.anotherTab();
	});
	afterAll(async () => {
		await visit.close();
		await receiver.close();
	});

	async function createUser(name: string): Promise<void> {
		await other.goto(`${visit.url}/#/users`);
		await other.getByRole('button', { name: 'Invite somebody' }).click();
		await other.getByRole('dialog').getByLabel('Name').fill(name);
		await other.getByRole('button', { name: 'Make the link' }).click();
		await confirmIdentity(other);
		await other.getByRole('button', { name: 'I have copied it' }).click();
	}

	it('shows another session on the account screen', async () => {
		const { page, open, url } = visit;
		await open('/account');
		const sessions = page.getByRole('region', { name: 'Sessions' });
		await sessions.getByText('This session').waitFor();
		await signIn(other, url);
		await page.clock.runFor(INTERVAL);
		await sessions.getByRole('button', { name: 'End it' }).waitFor();
	});

	it('shows a new user', async () => {
		const { page, open } = visit;
		await open('/users');
		await page.getByRole('main').getByRole('link', { name: 'owner' }).waitFor();
		await createUser('Vera');
		await page.clock.runFor(INTERVAL);
		await page.getByRole('main').getByRole('link', { name: 'Vera' }).waitFor();
	});

	it('shows a new key', async () => {
		const { page, open, url } = visit;
		await open('/keys');
		await page.getByRole('article').first().waitFor();
		await other.goto(`${url}/#/keys`);
		await other.getByRole('button', { name: 'Create a key' }).click();
		await other.getByLabel('Name').fill('For n8n');
		await other.getByRole('button', { name: 'Create the key' }).click();
		await other.getByRole('button', { name: 'I have copied it' }).click();
		await page.clock.runFor(INTERVAL);
		await page.getByRole('article', { name: 'For n8n' }).waitFor();
	});

	it('shows a new entry of the audit log', async () => {
		const { page, gateway, open } = visit;
		await open('/audit');
		await page.getByText('Password set by the one-time link').waitFor();
		await gateway.post('/v1/instances', { name: 'Another' });
		await page.clock.runFor(INTERVAL);
		await page.getByText('Another').waitFor();
	});

	it('shows a new webhook, and what it receives', async () => {
		const { page, gateway, open } = visit;
		await open('/webhooks');
		await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor();
		await gateway.post('/v1/webhooks', { url: receiver.url, name: 'Workflow', events: ['message.sent'] });
		await page.clock.runFor(INTERVAL);
		const webhook = page.getByRole('main').getByRole('link', { name: 'Workflow' });
		await webhook.getByText('Nothing delivered yet').waitFor();
		await sendText(gateway, instanceId, '4915112345678');
		await webhook.getByText('Delivered', { exact: true }).waitFor();
	});

	it('counts the messages on the usage screen', async () => {
		const { page, gateway, open } = visit;
		await open('/usage');
		const sent = page.getByText('Messages sent today (UTC)').locator('..').locator('dd');
		const before = Number(await sent.textContent());
		await sendText(gateway, instanceId, '4915112345678');
		await page.clock.runFor(INTERVAL);
		await sent.getByText(String(before + 1), { exact: true }).waitFor();
	});
});
