import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { temporaryFolder } from '../../support/data-folder.ts';
import { connectedInstance } from '../../support/gateway.ts';
import { startGatewayProcess, type GatewayProcess } from '../../support/gateway-process.ts';
import { until } from '../../support/until.ts';
import { closePages, openBrowser, openTab } from '../support/browser.ts';
import { PASSWORD, setupLink } from '../support/visit.ts';

describe('dashboard during a restart of the gateway', () => {
	let gateway: GatewayProcess;
	let browser: Browser;
	let page: Page;
	let folder: Awaited<ReturnType<typeof temporaryFolder>>;
	let instanceId: string;
	const consoleErrors: string[] = [];
	beforeAll(async () => {
		folder = await temporaryFolder();
		gateway = await startGatewayProcess(folder.folder);
		browser = await openBrowser();
		page = await openTab(browser, consoleErrors);
		await page.goto(setupLink(gateway));
		await page.getByLabel('New password').fill(PASSWORD);
		await page.getByRole('button', { name: 'Set the password' }).click();
		await page.getByRole('heading', { name: 'Overview' }).waitFor();
		instanceId = await connectedInstance(gateway, 'Shop');
	});
	afterAll(async () => {
		await closePages(browser);
		await gateway.end('SIGTERM');
		await folder.remove();
	});

	/** On PostgreSQL a killed gateway keeps its leases for some seconds. */
	const arrives = (content: string) =>
		until('the message to be accepted', async () => {
			const path = `/simulator/v1/instances/${instanceId}/messages`;
			return (await gateway.post(path, { from: '4915112345678', content })).status === 201;
		});
	const startAgain = async () => {
		gateway = await startGatewayProcess(folder.folder, { GATEWAY_PORT: new URL(gateway.url).port });
	};

	it('shows the interruption, then the messages received meanwhile', async () => {
		await arrives('Before');
		await page.goto(`${gateway.url}/#/chats/${instanceId}/4915112345678@s.whatsapp.net`);
		const messages = page.getByRole('region', { name: 'Messages' });
		await messages.getByText('Before').waitFor();
		await gateway.end('SIGKILL');
		await page.getByText('Live updates are interrupted.').waitFor();

		await startAgain();
		await arrives('Meanwhile');

		await messages.getByText('Meanwhile').waitFor();
		await page.getByText('Live updates are interrupted.').waitFor({ state: 'detached' });
		await page.getByRole('textbox', { name: 'Message' }).fill('And an answer');
		await page.keyboard.press('Enter');
		await messages.getByText('And an answer').waitFor();
	});

	it('shows events in order, including those it missed', async () => {
		let isOffline = false;
		await page.routeWebSocket('**/v1/realtime', (socket) => {
			if (isOffline) void socket.close();
			else socket.connectToServer();
		});
		await page.goto(`${gateway.url}/#/events`);
		await page.reload();
		const list = page.getByRole('region', { name: 'Events' });
		await page.locator('.sidebar').getByText('Live', { exact: true }).waitFor();
		await arrives('First text');
		await list.getByText('First text').waitFor();
		isOffline = true;
		await gateway.end('SIGKILL');
		await page.getByText('Live updates are interrupted.').waitFor();
		await startAgain();
		await arrives('Missed');
		isOffline = false;
		await list.getByText('Missed').waitFor();

		const rows = await list.getByRole('listitem').allTextContents();
		const receivedAt = rows.findIndex((text) => text.includes('First text'));
		expect(rows.findIndex((text) => text.includes('Missed'))).toBeLessThan(receivedAt);
	});

	it('shows a screen that it could not load before', async () => {
		await gateway.end('SIGKILL');
		await page.getByText('Live updates are interrupted.').waitFor();
		await page.getByRole('link', { name: 'Audit log' }).click();
		await page.getByText('could not be loaded').waitFor();
		await page.getByRole('link', { name: 'Events' }).click();
		await page.getByRole('link', { name: 'Audit log' }).click();
		await page.getByText('could not be loaded').waitFor();

		// A proxy answers while the gateway is away: its page does not replace the gateway's.
		let proxyAnswered = false;
		await page.route(`${gateway.url}/`, (route) => {
			proxyAnswered = true;
			return route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>502 Bad Gateway</h1>' });
		});
		await page.getByRole('link', { name: 'Events' }).click();
		await page.getByRole('link', { name: 'Audit log' }).click();
		await page.getByText('could not be loaded').waitFor();
		await until('the proxy to answer', () => proxyAnswered);
		await page.getByRole('link', { name: 'Events' }).click();
		await page.getByRole('heading', { name: 'Events' }).waitFor();
		await page.unroute(`${gateway.url}/`);

		await startAgain();
		await page.getByRole('link', { name: 'Events' }).click();
		await page.getByRole('link', { name: 'Audit log' }).click();
		await page.getByRole('heading', { name: 'Audit log' }).waitFor();
	});

	it('loads a screen by itself when the gateway is back', async () => {
		await gateway.end('SIGKILL');
		await page.getByText('Live updates are interrupted.').waitFor();
		await page.getByRole('link', { name: 'Usage and limits' }).click();
		await page.getByText('could not be loaded').waitFor();
		await startAgain();
		await page.getByRole('heading', { name: 'Usage and limits' }).waitFor();
	});

	it('shows the phone panel that it could not load before', async () => {
		const button = page.getByRole('button', { name: 'Phone', exact: true });
		await button.waitFor();
		await gateway.end('SIGKILL');
		await page.getByText('Live updates are interrupted.').waitFor();
		await button.click();
		const panel = page.getByRole('complementary', { name: 'Phone' });
		await panel.getByRole('alert').waitFor();

		await startAgain();
		await panel.getByRole('button', { name: 'Try again' }).click();
		await page.getByRole('button', { name: 'Use a phone' }).waitFor();
		expect(consoleErrors.filter((error) => !/ERR_|WebSocket|502/.test(error))).toEqual([]);
	});
});
