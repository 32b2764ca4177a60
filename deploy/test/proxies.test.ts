import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { WebSocket } from 'ws';
import { openBrowser, openTab } from '../../gateway/test/dashboard/support/browser.ts';
import { temporaryFolder } from '../../gateway/test/support/data-folder.ts';
import { freePort } from '../../gateway/test/support/free-port.ts';
import { API_KEY } from '../../gateway/test/support/gateway.ts';
import { startGatewayProcess, type GatewayProcess } from '../../gateway/test/support/gateway-process.ts';
import { installed } from './support/installed.ts';
import { createRequester, type Received } from './support/request-from.ts';
import { PROXY_PROGRAMS, startProxy, type ProxyProgram, type RunningProxy } from './support/start-proxy.ts';

const DEBIAN_PACKAGES: Record<ProxyProgram, string> = { caddy: 'caddy', nginx: 'nginx-light' };
const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const AUTHORIZATION = { authorization: `Bearer ${API_KEY}` };
const MEBIBYTE = 1024 * 1024;
/** Requests without a key that one address may send a minute. */
const ANONYMOUS_LIMIT = 4;

const itWithBrowser = existsSync(CHROMIUM) ? it : it.skip;

const CASES = (Object.keys(PROXY_PROGRAMS) as ProxyProgram[]).flatMap((program) =>
	['', '/gateway'].map((publicPath) => ({ program, publicPath })),
);

for (const { program, publicPath } of CASES) {
	const isMissing = installed(program) === null || installed('openssl') === null;
	const reason = isMissing
		? ` (skipped: install openssl and Debian's package ${DEBIAN_PACKAGES[program]})`
		: '';
	const where = publicPath === '' ? 'with a host name of its own' : `below ${publicPath}`;

	(isMissing ? describe.skip : describe)(`${program} in front of a gateway ${where}${reason}`, () => {
		let proxy: RunningProxy;
		let gateway: GatewayProcess;
		let remove: () => Promise<void>;
		let origin: string;
		let send: ReturnType<typeof createRequester>;
		beforeAll(async () => {
			const temporary = await temporaryFolder();
			({ remove } = temporary);
			const gatewayPort = await freePort();
			const place = { folder: path.join(temporary.folder, 'proxy'), gatewayPort, publicPath };
			proxy = await startProxy(program, place);
			origin = `https://127.0.0.1:${proxy.port}`;
			gateway = await startGatewayProcess(path.join(temporary.folder, 'data'), {
				GATEWAY_PORT: String(gatewayPort),
				GATEWAY_PUBLIC_URL: origin + publicPath,
				GATEWAY_TRUST_PROXY: '127.0.0.1/32,::1/128',
				GATEWAY_RATE_LIMITS: `anonymous=${ANONYMOUS_LIMIT}`,
			});
			send = createRequester(proxy.port, proxy.cert);
		});
		afterAll(async () => {
			await gateway.end('SIGTERM');
			await proxy.close();
			await remove();
		});
		const codeOf = ({ text }: Received): string =>
			(JSON.parse(text) as { error: { code: string } }).error.code;

		it('passes requests, and says that they came over HTTPS', async () => {
			const answer = await send(`${publicPath}/v1/health`, { headers: AUTHORIZATION });
			expect([answer.status, JSON.parse(answer.text)]).toEqual([
				200,
				expect.objectContaining({ authenticated: true }),
			]);
			expect(answer.headers['strict-transport-security']).toBe('max-age=31536000');
		});

		it('passes an upload of 17 MiB', async () => {
			const form = new FormData();
			form.set('file', new Blob(['a'.repeat(17 * MEBIBYTE)], { type: 'text/plain' }), 'long.txt');
			const encoded = new Response(form);
			const answer = await send(`${publicPath}/v1/media`, {
				method: 'POST',
				headers: { ...AUTHORIZATION, 'content-type': encoded.headers.get('content-type') ?? '' },
				body: Buffer.from(await encoded.arrayBuffer()),
			});
			expect([answer.status, JSON.parse(answer.text)]).toEqual([
				201,
				expect.objectContaining({ data: expect.objectContaining({ size: 17 * MEBIBYTE }) as object }),
			]);
		});

		it('leaves the limits of bodies and headers to the gateway', async () => {
			const tooLarge = await send(`${publicPath}/v1/messages/send`, {
				method: 'POST',
				headers: { ...AUTHORIZATION, 'content-type': 'application/json' },
				body: JSON.stringify({ message: 'a'.repeat(1.5 * MEBIBYTE) }),
			});
			expect([tooLarge.status, codeOf(tooLarge)]).toEqual([413, 'payload_too_large']);
			const headers = { ...AUTHORIZATION, 'x-long': 'a'.repeat(12 * 1024) };
			expect((await send(`${publicPath}/v1/instances`, { headers })).status).toBe(200);
		});

		it('passes WebSockets', async () => {
			const socket = new WebSocket(`wss://127.0.0.1:${proxy.port}${publicPath}/v1/realtime`, {
				ca: proxy.cert,
			});
			await once(socket, 'open');
			socket.send(JSON.stringify({ type: 'subscribe', channel: 'events', apiKey: API_KEY }));
			const [content] = (await once(socket, 'message')) as [Buffer];
			expect(JSON.parse(content.toString())).toEqual({ type: 'subscribed', channel: 'events' });
			socket.close();
			await once(socket, 'close');
		});

		it.each(['/metrics', '/metrics/', '/%6detrics', '//metrics'])(
			'refuses %s, with a key too',
			async (metrics) => {
				for (const headers of [{}, AUTHORIZATION]) {
					const answer = await send(`${publicPath}${metrics}`, { headers, from: '127.0.0.9' });
					expect(answer.status).toBe(404);
					expect(answer.text).not.toContain('gateway_');
				}
			},
		);

		it('tells the address of the client, whatever the client says of it', async () => {
			const guesses: Received[] = [];
			for (let guess = 0; guess <= ANONYMOUS_LIMIT; guess += 1) {
				const forged = `203.0.113.${guess}`;
				guesses.push(
					await send(`${publicPath}/v1/health`, {
						from: '127.0.0.2',
						headers: {
							authorization: `Bearer wrong-key-number-${guess}-0123456789`,
							'x-forwarded-for': forged,
							'x-real-ip': forged,
							forwarded: `for=${forged};proto=https`,
						},
					}),
				);
			}
			expect(guesses.map(({ status }) => status)).toEqual([401, 401, 401, 401, 429]);
			expect((await send(`${publicPath}/v1/instances`, { from: '127.0.0.3' })).status).toBe(401);
		});

		it('believes no scheme that the client tells', async () => {
			const headers = { ...AUTHORIZATION, 'x-forwarded-proto': 'http', 'x-forwarded-host': 'evil.example' };
			expect((await send(`${publicPath}/v1/health`, { headers })).status).toBe(200);
		});

		itWithBrowser('shows the page, where the owner sets a password and sees what happens', async () => {
			const browser = await openBrowser();
			try {
				const errors: string[] = [];
				const page = await openTab(browser, errors, { ignoreHTTPSErrors: true });
				await page.goto(gateway.setupLink?.trim() ?? '');
				await page.getByLabel('New password').fill('correct horse battery');
				await page.getByRole('button', { name: 'Set the password' }).click();
				await page.getByRole('heading', { name: 'Overview' }).waitFor();
				await page.reload();
				await page.getByRole('heading', { name: 'Overview' }).waitFor();
				await page.getByText('Live', { exact: true }).last().waitFor();
				const [cookie] = await page.context().cookies();
				expect(cookie).toMatchObject(
					publicPath === ''
						? { name: '__Host-mgw_session', path: '/', secure: true }
						: { name: '__Secure-mgw_session', path: publicPath, secure: true },
				);
				// Without the slash at the end, too.
				await page.goto(origin + publicPath);
				await page.getByRole('heading', { name: 'Overview' }).waitFor();
				expect(page.url()).toMatch(`${origin}${publicPath}/`);
				expect(errors).toEqual([]);
			} finally {
				await browser.close();
			}
		});
	});
}
