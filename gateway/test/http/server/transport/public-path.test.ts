import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { WebSocket } from 'ws';
import { once } from 'node:events';
import { readConfig } from '../../../../src/config/config.ts';
import { startTestGateway, type TestGateway } from '../../../support/gateway.ts';
import { PASSWORD } from '../../../support/owner.ts';
import { freePort } from '../../../support/free-port.ts';

describe('a gateway whose public URL has a path', () => {
	let gateway: TestGateway;
	/** The address of the gateway without the path, as programs on its machine use it. */
	let root: string;
	beforeAll(async () => {
		const port = await freePort();
		root = `http://127.0.0.1:${port}`;
		gateway = await startTestGateway({
			environment: { GATEWAY_PORT: String(port), GATEWAY_PUBLIC_URL: `${root}/apps/gateway/` },
		});
	});
	afterAll(() => gateway.close());

	it('has the path in its links', () => {
		expect(gateway.url).toBe(`${root}/apps/gateway`);
	});

	it.each(['/apps/gateway', ''])('answers requests at "%s/v1/…"', async (path) => {
		const headers = { authorization: gateway.headers.authorization ?? '' };
		const statusOf = async (query: string) =>
			(await fetch(`${root}${path}/v1/instances?${query}`, { headers })).status;
		expect([await statusOf('limit=5'), await statusOf('limit=0')]).toEqual([200, 400]);
		expect((await fetch(`${root}${path}/livez`)).status).toBe(200);
	});

	it('knows no other path that begins the same way', async () => {
		expect((await fetch(`${root}/apps/gateway2/livez`)).status).toBe(404);
		expect((await fetch(`${root}/apps/livez`)).status).toBe(404);
	});

	it('redirects from the path to the folder that the links of the page need', async () => {
		const answer = await fetch(`${root}/apps/gateway`, { redirect: 'manual' });
		expect([answer.status, answer.headers.get('location')]).toEqual([308, '/apps/gateway/']);
	});

	it('names the path in its OpenAPI document', async () => {
		expect((await gateway.get('/openapi.json')).at('servers')).toEqual([{ url: '/apps/gateway' }]);
	});

	it('opens the real-time channel below the path', async () => {
		const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/v1/realtime`);
		await once(socket, 'open');
		socket.close();
		await once(socket, 'close');
	});

	it('gives its session cookie to no other path of the host', async () => {
		const body = JSON.stringify({ token: gateway.setupToken, password: PASSWORD });
		const headers = { 'content-type': 'application/json' };
		const answer = await gateway.request('/admin/v1/setup', { method: 'POST', headers, body });
		expect(answer.headers.get('set-cookie')).toMatch(/^mgw_session=.*; Path=\/apps\/gateway; HttpOnly/);
		const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
		const session = { cookie, 'x-csrf-token': answer.text('data.csrfToken') };
		expect((await gateway.request('/admin/v1/session', { headers: session })).status).toBe(200);
	});
});

describe('a gateway below a path behind a proxy that ends TLS', () => {
	let gateway: TestGateway;
	let address: string;
	beforeAll(async () => {
		const port = await freePort();
		address = `http://127.0.0.1:${port}`;
		gateway = await startTestGateway({
			environment: {
				GATEWAY_PORT: String(port),
				GATEWAY_PUBLIC_URL: 'https://example.com/gateway',
				GATEWAY_TRUST_PROXY: '127.0.0.1/32',
			},
		});
	});
	afterAll(() => gateway.close());

	it('sets a cookie with a prefix that browsers accept below a path', async () => {
		const forwarded = {
			'x-forwarded-proto': 'https',
			'x-forwarded-host': 'example.com',
			'x-forwarded-for': '203.0.113.1',
		};
		const answer = await fetch(`${address}/gateway/admin/v1/setup`, {
			method: 'POST',
			headers: { ...forwarded, 'content-type': 'application/json', origin: 'https://example.com' },
			body: JSON.stringify({ token: gateway.setupToken, password: PASSWORD }),
		});
		const cookie = answer.headers.get('set-cookie') ?? '';
		expect(cookie).toMatch(/^__Secure-mgw_session=.*; Path=\/gateway; HttpOnly; Secure; SameSite=Strict$/);
		const { data } = (await answer.json()) as { data: { csrfToken: string } };
		const session = { cookie: cookie.split(';')[0] ?? '', 'x-csrf-token': data.csrfToken };
		const current = await fetch(`${address}/admin/v1/session`, { headers: { ...forwarded, ...session } });
		expect(current.status).toBe(200);
	});
});

describe('GATEWAY_PUBLIC_URL', () => {
	const publicUrlOf = (value: string) => readConfig({ GATEWAY_PUBLIC_URL: value }).publicUrl;

	it.each([
		['https://gateway.example.com', 'https://gateway.example.com'],
		['https://example.com/gateway/', 'https://example.com/gateway'],
		['https://example.com/apps/v1', 'https://example.com/apps/v1'],
	])('may be %s', (value, expected) => {
		expect(publicUrlOf(value)).toBe(expected);
	});

	it.each([
		'https://example.com/v1',
		'https://example.com/docs/',
		'https://example.com/openapi.json',
		'https://example.com/a%20b',
		'https://example.com/a//b',
		'https://example.com/gateway?a=b',
		'https://example.com/#/instances',
		'https://ada:secret@example.com',
		'ftp://example.com',
		'gateway.example.com',
	])('is refused as %s in one sentence', (value) => {
		expect(() => publicUrlOf(value)).toThrow(/^GATEWAY_PUBLIC_URL .*https:\/\/example\.com\/gateway/);
	});

	it('cannot have a path that hides one of the gateway', async () => {
		const gateway = await startTestGateway();
		for (const name of ['openapi.json', 'openapi-page.json', 'openapi-simulator.json']) {
			const paths = Object.keys((await gateway.get(`/${name}`)).at('paths') as object);
			for (const path of paths)
				expect(() => publicUrlOf(`https://example.com${path.replace(/[{}]/g, '')}`)).toThrow();
		}
		await gateway.close();
	});
});
