import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { request as httpRequest, type OutgoingHttpHeaders } from 'node:http';
import { runGateway } from '../../support/gateway-process.ts';
import { API_KEY, startTestGateway, type TestGateway } from '../../support/gateway.ts';

describe('access to GET /metrics', () => {
	let gateway: TestGateway;
	beforeAll(async () => {
		gateway = await startTestGateway({ environment: { GATEWAY_RATE_LIMITS: 'general=5' } });
	});
	afterAll(() => gateway.close());

	/** fetch does not let a test set the Host header. */
	const requestStatus = (headers: OutgoingHttpHeaders, url = gateway.url) =>
		new Promise<number | undefined>((resolve, reject) => {
			const request = httpRequest(`${url}/metrics`, { headers }, (response) => {
				response.resume().on('end', () => {
					resolve(response.statusCode);
				});
			});
			request.on('error', reject).end();
		});

	it('requires no key from this machine and does not count in rate limits', async () => {
		for (let count = 0; count < 10; count += 1) expect(await requestStatus({})).toBe(200);
		const health = await gateway.get('/v1/health');
		expect(health.headers.get('x-ratelimit-remaining')).toBe('4');
	});

	it.each([
		['was forwarded by an unknown proxy', { 'x-forwarded-for': '203.0.113.1' }, 403],
		['was forwarded by an unknown proxy with the newer header', { forwarded: 'for=203.0.113.1' }, 403],
		['names another host', { host: 'gateway.example.com' }, 421],
	])('refuses a request that %s', async (_what, headers, status) => {
		expect(await requestStatus(headers)).toBe(status);
		expect(await requestStatus({ ...headers, authorization: `Bearer ${API_KEY}` })).toBe(status);
	});

	it('requires a key for a request that a web page sent', async () => {
		const headers = { origin: 'https://example.com' };
		expect(await requestStatus(headers)).toBe(401);
		expect(await requestStatus({ ...headers, authorization: `Bearer ${API_KEY}` })).toBe(200);
	});

	it('requires a key from this machine too behind a proxy', async () => {
		const proxied = await startTestGateway({ environment: { GATEWAY_TRUST_PROXY: '127.0.0.1/32' } });
		expect(await requestStatus({}, proxied.url)).toBe(401);
		expect(await requestStatus({ authorization: `Bearer ${API_KEY}` }, proxied.url)).toBe(200);
		await proxied.close();
	});

	it('requires the scope metrics:read and a valid key where one is sent', async () => {
		const keyWith = async (scope: string) => {
			const made = await runGateway(['keys', 'create', '--name', scope, '--scopes', scope], {
				GATEWAY_DATA_DIR: gateway.folder,
			});
			return `Bearer ${/^mgw_\S+$/m.exec(made.stdout)?.[0] ?? ''}`;
		};
		expect(await requestStatus({ authorization: await keyWith('metrics:read') })).toBe(200);
		expect(await requestStatus({ authorization: await keyWith('messages:read') })).toBe(403);
		expect(await requestStatus({ authorization: `Bearer ${API_KEY}x` })).toBe(401);
	});
});
