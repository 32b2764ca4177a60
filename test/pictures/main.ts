// `npm run pictures`: takes the pictures of the gateway's page for the guide, in docs/images/page. It needs Chromium.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as elapsed } from 'node:timers/promises';
import { writeFile } from 'node:fs/promises';
import { chromium, type Page } from 'playwright-core';
import { createShiftedClock } from '../../gateway/test/dashboard/support/shifted-clock.ts';
import { waitUntilLoaded } from '../../gateway/test/dashboard/support/wait-until-loaded.ts';
import { startTestGateway } from '../../gateway/test/support/gateway.ts';
import { N8N_KEY, startN8nStandIn } from '../../gateway/test/support/servers/n8n-api.ts';
import { HISTORY, openShop, TIMEZONE, TRIGGER, type Shop } from './shop.ts';

const TARGET = path.join(import.meta.dirname, '../../docs/images/page');
const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const SIZE = { width: 1280, height: 860 };
/** Of WebP, in percent: letters stay sharp, and a picture has some 40 kB. */
const QUALITY = 88;

let answered = 0;
const receiver = createServer((request, response) => {
	request.resume();
	// As n8n answers, a little slower now and then; one in forty fails.
	const number = (answered += 1);
	void elapsed(15 + ((number * 37) % 90)).then(() => {
		if (number % 40 === 39) response.writeHead(500).end('{"message":"The workflow could not be started"}');
		else response.end('{"message":"Workflow was started"}');
	});
});
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
const receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
const n8n = await startN8nStandIn(TRIGGER, 250);
const clock = createShiftedClock();
clock.shift(-HISTORY);
const gateway = await startTestGateway({
	clock,
	environment: {
		GATEWAY_N8N_URL: n8n.url,
		GATEWAY_N8N_API_KEY: N8N_KEY,
		GATEWAY_RETRY_SCHEDULE: '0s',
	},
});
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--headless', '--no-sandbox'] });
try {
	const page = await browser.newPage({
		viewport: SIZE,
		colorScheme: 'light',
		reducedMotion: 'reduce',
		timezoneId: TIMEZONE,
	});
	page.setDefaultTimeout(60_000);
	const empty = await startTestGateway();
	await signIn(page, empty);
	await picture(page, 'first-steps');
	await empty.close();
	const shop = await openShop(gateway, clock, { receiverUrl, n8n });
	await signIn(page, gateway);
	await takeAll(page, gateway.url, shop);
} finally {
	await browser.close();
	await gateway.close();
	await n8n.close();
	receiver.close();
	receiver.closeAllConnections();
}

async function takeAll(page: Page, url: string, shop: Shop): Promise<void> {
	const { instanceId, waitingId, webhookId, deliveryId, failedId, chatId } = shop;
	const show = async (place: string): Promise<void> => {
		await page.goto(`${url}/#${place}`);
		await waitUntilLoaded(page);
	};
	const take = async (name: string, place: string): Promise<void> => {
		await show(place);
		await picture(page, name);
	};
	await take('overview', '/');
	await page.emulateMedia({ colorScheme: 'dark' });
	await picture(page, 'overview-dark');
	await page.emulateMedia({ colorScheme: 'light' });
	await take('connect', `/instances/${waitingId}`);
	await show(`/instances/${instanceId}`);
	const heading = await page.getByRole('heading', { name: 'Health over time' }).boundingBox();
	// The bar at the top of the page covers what is below it.
	await page.evaluate(`window.scrollTo(0, ${(heading?.y ?? 0) - 100})`);
	await picture(page, 'instance-health');
	await take('chats', `/chats/${instanceId}/${chatId}`);
	await take('failed-message', `/messages/${failedId}`);
	await take('contacts', `/contacts/${instanceId}`);
	await take('deliveries', `/webhooks/${webhookId}`);
	await take('delivery', `/webhooks/${webhookId}/deliveries/${deliveryId}`);
	await take('ledger', '/ledger');
	await take('alerts', '/alerts');
	await show('/');
	await page.keyboard.press('Control+k');
	await page.getByRole('dialog', { name: 'Search' }).getByRole('combobox').fill('order');
	await page.getByRole('group', { name: 'Messages' }).getByRole('option').first().waitFor();
	await picture(page, 'search');
	await page.keyboard.press('Escape');
	await show(`/chats/${instanceId}/${chatId}`);
	await page.getByRole('button', { name: 'Requests', exact: true }).click();
	await page.getByRole('region', { name: 'cURL request' }).waitFor();
	await picture(page, 'requests');
}

async function signIn(
	page: Page,
	{ url, setupToken }: { url: string; setupToken: string | null },
): Promise<void> {
	await page.goto(`${url}/#/setup/${setupToken ?? ''}`);
	await page.getByLabel('New password').fill('correct horse battery staple');
	await page.getByRole('button', { name: 'Set the password' }).click();
	await page.getByRole('heading', { name: 'Overview' }).waitFor();
	await waitUntilLoaded(page);
}

/** Writes what the page shows as WebP, with the pointer beside all that would show that it is pointed at. */
async function picture(page: Page, name: string): Promise<void> {
	await page.mouse.move(0, 0);
	const session = await page.context().newCDPSession(page);
	const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
	await session.detach();
	await writeFile(path.join(TARGET, `${name}.webp`), Buffer.from(data, 'base64'));
}
