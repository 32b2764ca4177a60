import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectedInstance } from '../../support/gateway.ts';
import { freePort } from '../../support/free-port.ts';
import { confirmIdentity, startSignedIn, type Visit } from '../support/visit.ts';

describe('the page below a path', () => {
	let visit: Visit;
	let root: string;
	beforeAll(async () => {
		const port = await freePort();
		root = `http://127.0.0.1:${port}`;
		visit = await startSignedIn({ GATEWAY_PORT: String(port), GATEWAY_PUBLIC_URL: `${root}/gateway` });
	});
	afterAll(() => visit.close());

	it('is set up and shows the overview with the address below the path', async () => {
		expect(visit.url).toBe(`${root}/gateway`);
		await visit.page.goto(visit.url);
		await visit.page.getByRole('heading', { name: 'Overview' }).waitFor();
		expect(visit.page.url()).toMatch(`${root}/gateway/`);
	});

	it('sends every request below the path and keeps its cookie there', async () => {
		const { page, open } = visit;
		const paths = new Set<string>();
		page.on('request', (request) => paths.add(new URL(request.url()).pathname));
		for (const place of [
			'/',
			'/instances',
			'/chats',
			'/webhooks',
			'/events',
			'/usage',
			'/users',
			'/account',
		]) {
			await open(place);
			await page.reload();
			await page.getByRole('heading', { level: 1 }).waitFor();
		}
		expect([...paths].filter((path) => !path.startsWith('/gateway/'))).toEqual([]);
		expect(await page.context().cookies()).toEqual([
			expect.objectContaining({ name: 'mgw_session', path: '/gateway' }),
		]);
	});

	it('shows changes as they happen, over the WebSocket below the path', async () => {
		const { page, open, gateway } = visit;
		const instanceId = await connectedInstance(gateway, 'Shop');
		await open(`/chats/${instanceId}`);
		await gateway.post(`/simulator/v1/instances/${instanceId}/messages`, {
			from: '4915112345678',
			contactName: 'Ada',
			content: 'Hello from below a path',
		});
		await page.getByText('Hello from below a path').first().waitFor();
	});

	it('makes links for invited people that lead to the page', async () => {
		const { page, open } = visit;
		await open('/users');
		await page.getByRole('button', { name: 'Invite somebody' }).click();
		await page.getByLabel('Name').fill('Ada');
		await page.getByLabel('Role').selectOption('operator');
		await page.getByRole('button', { name: 'Make the link' }).click();
		await confirmIdentity(page);
		await page.getByText('Copy it now.').waitFor();
		await page.getByText(`${root}/gateway/#/setup/`).waitFor();
		visit.consoleErrors.length = 0;
	});

	it('links to the reference, which works in full', async () => {
		const { page, open } = visit;
		await open('/reference');
		const failures: string[] = [];
		page.on('response', (response) => {
			if (!response.ok()) failures.push(response.url());
		});
		await page.getByText(`${root}/gateway`, { exact: true }).waitFor();
		await page.getByRole('link', { name: 'Open the reference' }).click();
		await page.waitForURL(`${root}/gateway/docs`);
		await page.getByRole('heading', { name: /Messaging Gateway/ }).waitFor();
		await page.locator('.servers select').selectOption('/gateway');
		expect(failures).toEqual([]);
	});
});
