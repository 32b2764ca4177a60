import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { connectedInstance } from '../../support/gateway.ts';
import { startReceiver, type Receiver } from '../../support/servers/receiver.ts';
import { until } from '../../support/until.ts';
import { accessibilityViolations } from '../support/accessibility-violations.ts';
import { hasFocus } from '../support/elements.ts';
import { startSignedIn, type Visit } from '../support/visit.ts';

const TEXT = `It's "quoted" $HOME \`id\` \\ ünï`;

describe.each(['light', 'dark'] as const)('deliveries by keyboard, in %s colours', (colorScheme) => {
	let visit: Visit;
	let receiver: Receiver;
	let path: string;

	beforeAll(async () => {
		visit = await startSignedIn({ GATEWAY_RETRY_SCHEDULE: '0s,1h' });
		await visit.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
		const { gateway } = visit;
		receiver = await startReceiver();
		receiver.answer((response) => response.writeHead(503).end('not now'));
		const instanceId = await connectedInstance(gateway);
		const events = ['message.received'];
		const created = await gateway.post('/v1/webhooks', { url: receiver.url, events, name: 'Orders' });
		path = `/v1/webhooks/${created.text('data.id')}`;
		for (const [from, contactName] of [
			['4915112345678', 'Ada'],
			['4915187654321', 'Bob'],
		]) {
			await gateway.post(`/simulator/v1/instances/${instanceId}/messages`, {
				from,
				contactName,
				content: TEXT,
			});
		}
		await until('both to fail once', async () => (await statuses()).join() === 'pending 503,pending 503');
	});
	afterAll(async () => {
		await visit.close();
		await receiver.close();
	});

	/** The deliveries of the webhook, each as its status and its latest answer. */
	async function statuses(): Promise<string[]> {
		const { at } = await visit.gateway.get(`${path}/deliveries`);
		const deliveries = at('data.deliveries') as { status: string; lastStatusCode: number | null }[];
		return deliveries.map(({ status, lastStatusCode }) => `${status} ${String(lastStatusCode)}`);
	}

	/** Presses Tab until an element has the focus, then a key. */
	async function pressOn(element: Locator, key: string): Promise<void> {
		await element.waitFor();
		for (let presses = 0; presses < 80 && !(await hasFocus(element)); presses += 1) {
			await visit.page.keyboard.press('Tab');
		}
		expect(await hasFocus(element)).toBe(true);
		await visit.page.keyboard.press(key);
	}
	const button = (name: string) => visit.page.getByRole('button', { name, exact: true });

	it('shows the person, the message, the answer and the next attempt of each delivery', async () => {
		await visit.open(path.replace('/v1', ''));
		const row = visit.page.getByRole('article', { name: 'message.received, Ada' });
		await row.getByText(TEXT).waitFor();
		await row.getByText(/attempt 1 · answered with 503 in \d+ ms · next attempt in/).waitFor();
		expect(await accessibilityViolations(visit.page)).toEqual([]);
	});

	it('draws attempts over time, and shows them by keyboard and as a table', async () => {
		const { page } = visit;
		const chart = page.getByRole('group', { name: /Attempts and response times/ });
		await pressOn(chart, 'End');
		await page.getByText(/Succeeded 0, Failed 2, p50 \d+ ms, p95 \d+ ms/).waitFor();
		await page.getByLabel('Period').selectOption('Last hour');
		await until('the address to have the period', () => Promise.resolve(page.url().includes('period=1h')));
		await page.getByText('2 failed').waitFor();
		await pressOn(page.getByText('As a table'), 'Enter');
		await page.getByRole('columnheader', { name: 'p95' }).waitFor();
	});

	it('filters by chat and by time, in the address', async () => {
		const { page } = visit;
		const bob = page.getByRole('article', { name: 'message.received, Bob' });
		await page.getByLabel('Number or chat id').fill('+4915112345678');
		await bob.waitFor({ state: 'detached' });
		await page.reload();
		await page.getByRole('article', { name: 'message.received, Ada' }).waitFor();
		expect(await bob.count()).toBe(0);
		await page.getByLabel('Number or chat id').fill('');
		await bob.waitFor();
		await page.getByLabel('Until').fill('2020-01-01T00:00');
		await page.getByRole('heading', { name: 'No such deliveries' }).waitFor();
		await page.getByLabel('Until').fill('');
		await bob.waitFor();
	});

	it('retries a selection after a preview', async () => {
		const { page } = visit;
		await pressOn(page.getByLabel('Select message.received, Ada'), 'Space');
		await page.getByText('1 selected').waitFor();
		receiver.answer((response) => response.end());
		await page.reload();
		await pressOn(button('Select all'), 'Enter');
		await page.getByText('2 selected').waitFor();
		await pressOn(button('Retry now'), 'Enter');
		const dialog = page.getByRole('dialog');
		await dialog.getByText('2 deliveries will be attempted.').waitFor();
		await dialog.getByText('2 × message.received').waitFor();
		await dialog.getByText('1 × Bob').waitFor();
		expect(await accessibilityViolations(page)).toEqual([]);
		await pressOn(dialog.getByRole('button', { name: 'Retry now' }), 'Enter');
		await dialog.waitFor({ state: 'detached' });
		await until('both to succeed', async () => (await statuses()).join() === 'success 200,success 200');
		await page.getByText('None selected').waitFor();
	});

	it('leads from a delivery to its webhook, chat, message and event', async () => {
		const { page } = visit;
		await pressOn(page.getByRole('link', { name: 'message.received · Ada' }), 'Enter');
		for (const [name, address] of [
			['Orders', /#\/webhooks\/wh_/],
			['Ada', /#\/chats\/inst_/],
			[TEXT, /#\/messages\/msg_/],
		] as const) {
			const link = page.getByRole('region', { name: 'Delivery' }).getByRole('link', { name, exact: true });
			expect(await link.getAttribute('href')).toMatch(address);
		}
		await page.getByRole('link', { name: /^evt_/ }).waitFor();
	});

	it('copies a request as cURL, which sends the same bytes and signature again', async () => {
		const { page } = visit;
		await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
		await pressOn(button('Copy request 2 as cURL'), 'Enter');
		await page.getByText('Copied').waitFor();
		const command = await page.evaluate<string>('navigator.clipboard.readText()');
		const before = receiver.requests.length;
		await promisify(execFile)('sh', ['-c', command]);
		const requests = await receiver.count(before + 1);
		const [sent, repeated] = [requests.at(-2), requests.at(-1)];
		const ofAda = requests.filter(({ raw }) => raw === repeated?.raw);
		expect(sent).toBeDefined();
		expect(ofAda.length).toBeGreaterThan(1);
		expect(repeated?.headers['x-service-signature']).toBe(ofAda[0]?.headers['x-service-signature']);
	});

	it('sends an edited payload as a test', async () => {
		const { page } = visit;
		receiver.answer((response) => response.writeHead(422).end('no such order'));
		await pressOn(button('Edit and send as a test'), 'Enter');
		const dialog = page.getByRole('dialog');
		await dialog.getByLabel('Payload').fill('{"event": ');
		await dialog.getByText('This is not a JSON object yet.').waitFor();
		await dialog.getByLabel('Payload').fill('{"event": "message.received", "data": {"content": "edited"}}');
		expect(await accessibilityViolations(page)).toEqual([]);
		await pressOn(dialog.getByRole('button', { name: 'Send the test' }), 'Enter');
		await dialog.getByText(/The receiver answered with 422/).waitFor();
		await dialog.getByText('no such order').waitFor();
		expect(JSON.parse(receiver.requests.at(-1)?.raw ?? '')).toMatchObject({
			test: true,
			data: { content: 'edited' },
		});
		await page.keyboard.press('Escape');
		await dialog.waitFor({ state: 'detached' });
		expect(await statuses()).toEqual(['success 200', 'success 200']);
	});
});
