import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sendText } from '../../support/gateway.ts';
import { startReceiver, type Receiver } from '../../support/servers/receiver.ts';
import { fillScreens, type ScreenIds } from '../support/fill-screens.ts';
import { startSignedIn, type Visit } from '../support/visit.ts';

describe('monitoring screens', () => {
	let visit: Visit;
	let receiver: Receiver;
	let ids: ScreenIds;
	beforeAll(async () => {
		visit = await startSignedIn({ GATEWAY_RETRY_SCHEDULE: '0s' });
		receiver = await startReceiver();
	});
	afterAll(async () => {
		await visit.close();
		await receiver.close();
	});

	it('show a welcome at first, then traffic, failures and webhooks as they change', async () => {
		const { page, gateway, open } = visit;
		await open('/');
		await page.getByRole('heading', { name: 'Welcome' }).waitFor();
		ids = await fillScreens(gateway, receiver.url, 'Shop');
		await page.getByText('1 received', { exact: true }).waitFor();
		await page.getByRole('region', { name: 'Failed messages' }).getByText('+4915110000000').waitFor();
		await page.getByRole('region', { name: 'Webhooks' }).getByText('100%').waitFor();
		await sendText(gateway, ids.instanceId, '4915110000002');
		await page.getByRole('region', { name: 'Failed messages' }).getByText('+4915110000002').waitFor();
		await page.getByText('As a table').click();
		await page.getByRole('columnheader', { name: 'Delivered' }).waitFor();
	});

	it('show the values of a chart by keyboard, and again in its table', async () => {
		const { page, open } = visit;
		await open('/');
		const traffic = page.getByRole('region', { name: 'Traffic' });
		const chart = traffic.getByRole('group', { name: /^Messages by the hour/ });
		await chart.focus();
		await page.keyboard.press('End');
		await traffic
			.getByRole('status')
			.getByText(/Received 1, Sent \d+, Failed 2\./)
			.waitFor();
		await page.keyboard.press('ArrowLeft');
		await traffic.getByRole('status').getByText('Received 0, Sent 0, Failed 0.').waitFor();
		await page.keyboard.press('Home');
		await page.keyboard.press('ArrowRight');
		await page.keyboard.press('Escape');
		expect(await traffic.getByRole('status').textContent()).toBe('');
	});

	it('show events live, filtered by kind and instance', async () => {
		const { page, gateway, open } = visit;
		await open('/events');
		const list = page.getByRole('region', { name: 'Events' });
		await list.getByText('message.failed').first().waitFor();
		await page.getByLabel('Kind').selectOption('message.received');
		await list.getByText('message.failed').first().waitFor({ state: 'detached' });
		const arrives = (content: string) =>
			gateway.post(`/simulator/v1/instances/${ids.instanceId}/messages`, {
				from: '33612345678',
				content,
			});
		await arrives('Right now');
		await list.getByText('Right now').waitFor();

		await page.getByLabel('Instance').selectOption({ value: ids.waitingId });
		await page.getByRole('heading', { name: 'No such events' }).waitFor();
		await page.getByLabel('Instance').selectOption('All');
		await list.getByText('Right now').waitFor();

		await page.getByRole('button', { name: 'Pause' }).click();
		await arrives('Not to be seen yet');
		await page.getByText('Paused, 1 new event').waitFor();
		expect(await list.getByText('Not to be seen yet').count()).toBe(0);
		await page.getByRole('button', { name: 'Go on' }).click();
		await list.getByText('Not to be seen yet').waitFor();

		await page.getByRole('button', { name: 'Pause' }).click();
		await arrives('Of another kind');
		await page.getByText('Paused, 1 new event').waitFor();
		await page.getByLabel('Kind').selectOption('message.failed');
		await page.getByText('Paused', { exact: true }).waitFor();
		await page.getByRole('button', { name: 'Go on' }).click();
		await list.getByText('message.failed').first().waitFor();
		expect(await list.getByText('Of another kind').count()).toBe(0);
		await page.getByLabel('Kind').selectOption('message.received');
		await list.getByText('Not to be seen yet').click();
		await page.getByRole('heading', { level: 1, name: 'message.received' }).waitFor();
		await page.getByText('"content": "Not to be seen yet"').waitFor();
		await page.getByRole('link', { name: /Its steps and deliveries/ }).click();
		await page.getByRole('heading', { level: 1, name: 'Received message' }).waitFor();
	});

	it('show the audit log', async () => {
		const { page, open } = visit;
		await open('/audit');
		const log = page.getByRole('region', { name: 'Audit log' });
		await log.getByText('Webhook created').waitFor();
		await log.getByText('Password set by the one-time link').waitFor();
		expect(await log.getByRole('article').first().locator('time').getAttribute('title')).toMatch(/20\d\d/);
	});

	it('show usage and limits', async () => {
		const { page, open } = visit;
		await open('/usage');
		await page.getByRole('heading', { name: 'Plan enterprise' }).waitFor();
		await page.getByText('Messages sent today (UTC)').waitFor();
		await page.getByText('Simulated, inside the gateway').waitFor();
		await page.getByText('For 30 d').first().waitFor();
	});

	it('lead to the API reference', async () => {
		const { page, open, gateway } = visit;
		await open('/reference');
		await page.getByRole('main').getByText(gateway.url, { exact: true }).waitFor();
		const link = page.getByRole('link', { name: 'Open the reference' });
		expect(await link.getAttribute('href')).toBe(`${gateway.url}/docs`);
		expect((await fetch(`${gateway.url}/docs`)).status).toBe(200);
	});

	it('recover after the gateway was unreachable', async () => {
		const { page, consoleErrors, open } = visit;
		await open('/events');
		await page.locator('.sidebar').getByText('Live', { exact: true }).waitFor();
		expect(consoleErrors).toEqual([]);
		await page.context().setOffline(true);
		await page.evaluate('new Promise((done) => setTimeout(done))');
		await page.context().setOffline(false);
		await page.locator('.sidebar').getByText('Live', { exact: true }).waitFor();
	});

	it('show times in the time zone of the browser, with the full time as a title', async () => {
		const { gateway, anotherTab } = visit;
		const storageState = await visit.page.context().storageState();
		const there = await anotherTab({ timezoneId: 'Asia/Tokyo', locale: 'en-GB', storageState });
		await there.goto(`${gateway.url}/#/messages/${ids.messageId}`);
		const time = there.locator('time').first();
		await time.waitFor();
		expect(await time.getAttribute('title')).toMatch(/GMT\+9|JST/);
		expect(await time.getAttribute('datetime')).toMatch(/Z$/);
	});
});
