import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectedInstance } from '../../support/gateway.ts';
import { startReceiver, type Receiver } from '../../support/servers/receiver.ts';
import { until } from '../../support/until.ts';
import { scrollBy } from '../support/elements.ts';
import { startSignedIn, type Visit } from '../support/visit.ts';
import { waitUntilLoaded } from '../support/wait-until-loaded.ts';

const ANA = '4915112345678';
const BEN = '33612345678';
/** More than a list shows at once. */
const EVENTS = 60;

describe('addresses of the page', () => {
	let visit: Visit;
	let receiver: Receiver;
	let instanceId: string;
	let webhookId: string;
	beforeAll(async () => {
		visit = await startSignedIn();
		receiver = await startReceiver();
		const { gateway } = visit;
		instanceId = await connectedInstance(gateway, 'Shop');
		const events = ['message.received'];
		const webhook = await gateway.post('/v1/webhooks', { url: receiver.url, events });
		webhookId = webhook.text('data.id');
		await arrives(BEN, 'Ben', 'Good morning');
		for (let count = 1; count <= EVENTS; count += 1) await arrives(ANA, 'Ana', `Message ${count}.`);
	});
	afterAll(async () => {
		await visit.close();
		await receiver.close();
	});

	async function arrives(from: string, contactName: string, content: string): Promise<void> {
		const path = `/simulator/v1/instances/${instanceId}/messages`;
		await visit.gateway.post(path, { from, contactName, content });
	}
	const titleIs = (title: string) =>
		until(title, async () => (await visit.page.title()) === `${title} – Messaging Gateway`);

	it('have the filters of the events, which Back and Forward restore with the scroll position', async () => {
		const { page, open } = visit;
		await open('/events');
		const list = page.getByRole('region', { name: 'Events' });
		const kind = page.getByLabel('Kind');
		await kind.selectOption('message.received');
		await page.waitForURL(/kind=message.received/);
		await list.getByText('Message 60.').waitFor();
		await scrollBy(list, 1200);
		const read = list.getByRole('link').filter({ hasText: 'Message 30.' });
		await read.waitFor();
		const top = (await read.boundingBox())?.y;
		await read.click();
		await page.getByText('"content": "Message 30."').waitFor();
		await page.goBack();
		await read.waitFor();
		expect((await read.boundingBox())?.y).toBe(top);
		expect(await kind.inputValue()).toBe('message.received');
		await page.goBack();
		await until('all kinds', async () => (await kind.inputValue()) === '');
		await waitUntilLoaded(page);
		await page.goForward();
		await until('the kind', async () => (await kind.inputValue()) === 'message.received');
		await read.waitFor();
	});

	it('lead to one event, in another browser too', async () => {
		const { page, open, anotherTab } = visit;
		await open('/');
		await open('/events?kind=message.received');
		await page.getByRole('region', { name: 'Events' }).getByText('Message 60.').click();
		await page.waitForURL(/#\/events\/evt_/);
		await titleIs(`${page.url().split('/').at(-1) ?? ''} · Events`);
		const there = await anotherTab({ storageState: await page.context().storageState() });
		await there.goto(page.url());
		await there.getByText('"content": "Message 60."').waitFor();
		await there.goto(`${visit.url}/#/events/evt_00000000000000000000000000`);
		await there.getByText('There is no such event.').waitFor();
		await there.close();
	});

	it('keep the filters of the chats from chat to chat', async () => {
		const { page, open } = visit;
		await open(`/chats/${instanceId}`);
		const chats = page.getByRole('region', { name: 'List of chats' });
		await page.getByLabel('Unread only').check();
		await page.getByLabel('Search by name or number').fill('Ana');
		await chats.getByText('Ben').waitFor({ state: 'detached' });
		await chats.getByText('Ana').click();
		await titleIs('Ana · Chats');
		expect(page.url()).toMatch(/unread=yes&search=Ana$/);
		await page.reload();
		await page.getByRole('region', { name: 'Chat with Ana' }).waitFor();
		expect(await page.getByLabel('Search by name or number').inputValue()).toBe('Ana');
		expect(await chats.getByText('Ben').count()).toBe(0);
		await page.goBack();
		await page.getByText('Choose a chat to read it.').waitFor();
		await page.goBack();
		await until('no filter', async () => !(await page.getByLabel('Unread only').isChecked()));
		await chats.getByText('Ben').waitFor();
	});

	it('keep a half-written reply with its chat', async () => {
		const { page, open } = visit;
		const chatOf = (number: string) => `/chats/${instanceId}/${number}@s.whatsapp.net`;
		const field = page.getByLabel('Message', { exact: true });
		await open(chatOf(ANA));
		await page.getByRole('region', { name: 'Chat with Ana' }).waitFor();
		await field.fill('Half-written to Ana');
		await page.getByRole('link', { name: /Ben/ }).click();
		await page.getByRole('region', { name: 'Chat with Ben' }).waitFor();
		expect(await field.inputValue()).toBe('');
		await page.goBack();
		await page.getByRole('region', { name: 'Chat with Ana' }).waitFor();
		expect(await field.inputValue()).toBe('Half-written to Ana');
		await page.reload();
		await field.waitFor();
		expect(await field.inputValue()).toBe('Half-written to Ana');
		await page.getByRole('button', { name: 'Send', exact: true }).click();
		await page.getByRole('article').filter({ hasText: 'Half-written to Ana' }).waitFor();
		await page.reload();
		await field.waitFor();
		expect(await field.inputValue()).toBe('');
	});

	it('lead back to the screen before once a dialog is closed, and not into the dialog again', async () => {
		const { page, open } = visit;
		await open('/instances');
		await open(`/chats/${instanceId}/${ANA}@s.whatsapp.net`);
		const dialog = page.getByRole('dialog', { name: 'Add a note' });
		await page.getByRole('button', { name: 'Add a note' }).click();
		await dialog.waitFor();
		await page.goBack();
		await dialog.waitFor({ state: 'detached' });
		await page.goForward();
		await dialog.waitFor();
		await page.keyboard.press('Escape');
		await dialog.waitFor({ state: 'detached' });
		await page.goBack();
		await titleIs('Instances');

		// A link to the dialog has no screen before it.
		await open(`/chats/${instanceId}/${ANA}@s.whatsapp.net?note=yes`);
		await dialog.waitFor();
		await page.keyboard.press('Escape');
		await dialog.waitFor({ state: 'detached' });
		expect(page.url()).toMatch(/@s.whatsapp.net$/);
	});

	it('have the filters of the deliveries, and the title names the webhook', async () => {
		const { page, open } = visit;
		await open(`/webhooks/${webhookId}`);
		await titleIs(`${webhookId} · Webhooks`);
		await page.getByLabel('Status').selectOption('failed');
		await page.getByRole('heading', { name: 'No such deliveries' }).waitFor();
		await page.reload();
		await page.getByRole('heading', { name: 'No such deliveries' }).waitFor();
		expect(await page.getByLabel('Status').inputValue()).toBe('failed');
		await page.goBack();
		await until('every status', async () => (await page.getByLabel('Status').inputValue()) === '');
	});

	it('are scrolled to where they were when Back leads to them', async () => {
		const { page, open } = visit;
		await page.setViewportSize({ width: 1280, height: 400 });
		await open(`/instances/${instanceId}`);
		const button = page.getByRole('button', { name: 'Delete this instance' });
		await button.scrollIntoViewIfNeeded();
		const scrolled = await page.evaluate<number>('scrollY');
		expect(scrolled).toBeGreaterThan(100);
		await page.locator('.sidebar').getByRole('link', { name: 'Webhooks' }).click();
		await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
		expect(await page.evaluate<number>('scrollY')).toBe(0);
		await page.goBack();
		await until('the position', async () => (await page.evaluate<number>('scrollY')) === scrolled);
		await titleIs('Shop · Instances');
		expect(visit.consoleErrors).toEqual([]);
	});
});
