import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { WebSocket } from 'ws';
import { openBrowser, openTab } from '../gateway/test/dashboard/support/browser.ts';
import { PASSWORD, setupLink } from '../gateway/test/dashboard/support/visit.ts';
import { temporaryFolder } from '../gateway/test/support/data-folder.ts';
import { startGatewayProcess, type GatewayProcess } from '../gateway/test/support/gateway-process.ts';

/** The requests of the program with the cookie, as method and path. */
const ATTEMPTS = [
	['GET', '/admin/v1/session'],
	['GET', '/admin/v1/keys'],
	['GET', '/admin/v1/users'],
	['GET', '/admin/v1/account'],
	['GET', '/v1/instances'],
	['GET', '/v1/webhooks'],
	['GET', '/v1/messages/chats'],
	['POST', '/admin/v1/keys'],
	['POST', '/admin/v1/users'],
	['POST', '/admin/v1/session/confirm'],
	['POST', '/v1/instances'],
	['DELETE', '/admin/v1/session'],
	['DELETE', '/admin/v1/sessions'],
] as const;
const BODY = JSON.stringify({ name: 'theirs', role: 'owner', password: '' });

/**
 * Cookies do not separate ports: a browser sends the session's cookie to any program that serves another port of the
 * gateway's host, such as a development server on the owner's machine.
 */
describe('a program on another port of the host, which gets the session cookie of the owner', () => {
	let folder: string;
	let remove: () => Promise<void>;
	let gateway: GatewayProcess;
	let browser: Browser;
	let owner: Page;
	let program: Server;
	let programUrl: string;
	let cookie = '';
	const consoleErrors: string[] = [];

	beforeAll(async () => {
		({ folder, remove } = await temporaryFolder());
		gateway = await startGatewayProcess(folder);
		program = createServer((request, response) => {
			cookie = request.headers.cookie ?? cookie;
			response.setHeader('content-type', 'text/html');
			response.end('<!doctype html><title>Theirs</title>');
		}).listen(0, '127.0.0.1');
		await once(program, 'listening');
		programUrl = `http://127.0.0.1:${(program.address() as AddressInfo).port}`;
		browser = await openBrowser();
		owner = await openTab(browser, consoleErrors);
		await owner.goto(setupLink(gateway));
		await owner.getByLabel('New password').fill(PASSWORD);
		await owner.getByRole('button', { name: 'Set the password' }).click();
		await owner.getByRole('heading', { name: 'Overview' }).waitFor();
	});
	afterAll(async () => {
		await browser.close();
		program.close();
		await gateway.end('SIGTERM');
		await remove();
	});

	/** Visits the page of the program in another tab of the owner's browser. */
	async function visitProgram(): Promise<Page> {
		const tab = await owner.context().newPage();
		await tab.goto(programUrl);
		return tab;
	}

	/** Sends each request with the cookie from the program's own process, and returns those that are not refused. */
	async function acceptedWith(headers: Record<string, string>): Promise<string[]> {
		const accepted: string[] = [];
		for (const [method, path] of ATTEMPTS) {
			const write = method === 'POST';
			const { status } = await fetch(gateway.url + path, {
				method,
				headers: { cookie, ...headers, ...(write ? { 'content-type': 'application/json' } : {}) },
				...(write ? { body: BODY } : {}),
			});
			if (status !== 401 && status !== 403) accepted.push(`${method} ${path}: ${status}`);
		}
		return accepted;
	}

	it('does get the cookie', async () => {
		const tab = await visitProgram();
		await tab.close();
		expect(cookie).toMatch(/mgw_session=\S{20}/);
	});

	it.each([
		['the cookie alone', () => ({})],
		['the headers of the page', () => ({ origin: gateway.url, 'sec-fetch-site': 'same-origin' })],
		['a guessed token', () => ({ origin: gateway.url, 'x-csrf-token': 'A'.repeat(43) })],
		['the cookie as the token', () => ({ 'x-csrf-token': /=([^;]+)/.exec(cookie)?.[1] ?? '' })],
	])('does nothing from its own process with %s', async (_what, headers) => {
		expect(await acceptedWith(headers())).toEqual([]);
	});

	it('receives nothing on the real-time channel', async () => {
		for (const csrfToken of [undefined, '', 'A'.repeat(43)]) {
			const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/v1/realtime`, {
				headers: { cookie, origin: gateway.url },
			});
			const received: string[] = [];
			socket.on('message', (data: Buffer) => received.push(data.toString()));
			await once(socket, 'open');
			socket.send(JSON.stringify({ type: 'subscribe', channel: 'events', csrfToken }));
			await Promise.race([once(socket, 'close'), once(socket, 'message')]);
			socket.terminate();
			expect(received.filter((message) => message.includes('"subscribed"'))).toEqual([]);
		}
	});

	it('does nothing from its page', async () => {
		const tab = await visitProgram();
		const outcomes = await tab.evaluate(
			async ({ url, attempts, body }) => {
				const outcome = async (method: string, path: string): Promise<string> => {
					try {
						const response = await fetch(url + path, {
							method,
							credentials: 'include',
							...(method === 'POST' ? { body } : {}),
						});
						return `read with status ${response.status}`;
					} catch {
						return 'blocked';
					}
				};
				const all: string[] = [];
				for (const [method, path] of attempts) all.push(await outcome(method, path));
				return all;
			},
			{ url: gateway.url, attempts: ATTEMPTS, body: BODY },
		);
		expect(new Set(outcomes)).toEqual(new Set(['blocked']));

		const token = await tab.evaluate<unknown>("localStorage.getItem('mgw.csrfToken')");
		expect(token).toBe(null);
		const opened = tab.waitForEvent('popup');
		await tab.evaluate(`void (window.theirs = window.open('${gateway.url}/'))`);
		await (await opened).waitForLoadState();
		const taken = tab.evaluate("window.theirs.localStorage.getItem('mgw.csrfToken')");
		await expect(taken).rejects.toThrow();
		await tab.close();
	});

	it('has changed nothing, and the session of the owner still works', async () => {
		await owner.reload();
		await owner.getByRole('heading', { name: 'Overview' }).waitFor();
		await owner.goto(`${gateway.url}/#/keys`);
		await owner.getByRole('article').first().waitFor();
		expect(await owner.getByText('theirs').count()).toBe(0);
		await owner.goto(`${gateway.url}/#/instances`);
		await owner.getByRole('heading', { name: 'No instances yet' }).waitFor();
		await owner.locator('.sidebar').getByText('Live', { exact: true }).waitFor();
		expect(consoleErrors).toEqual([]);
	});
});
