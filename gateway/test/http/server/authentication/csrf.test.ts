import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClient } from '../../../support/client.ts';
import { API_KEY, startTestGateway, type TestGateway } from '../../../support/gateway.ts';
import { openBrowser, openOwner, PASSWORD, type Browser } from '../../../support/owner.ts';

describe('a request with a session', () => {
	let gateway: TestGateway;
	let owner: Browser;
	beforeAll(async () => {
		gateway = await startTestGateway();
		owner = await openOwner(gateway);
	});
	afterAll(() => gateway.close());

	const codeOf = async (method: string, path: string, headers: Record<string, string>, body?: unknown) => {
		const answer = await owner.call(method, path, body, headers);
		return answer.at('error.code') ?? answer.status;
	};
	const REQUESTS: [string, string, unknown][] = [
		['GET', '/v1/instances', undefined],
		['GET', '/v1/webhooks', undefined],
		['GET', '/v1/health', undefined],
		['GET', '/admin/v1/session', undefined],
		['GET', '/admin/v1/keys', undefined],
		['POST', '/v1/instances', { name: 'Forged' }],
		['POST', '/v1/messages/send', { instanceId: 'inst_1', to: '4915112345678', message: 'Forged' }],
		['DELETE', '/v1/webhooks/wh_1', undefined],
		['POST', '/simulator/v1/instances/inst_1/scan', undefined],
		['POST', '/admin/v1/keys', { name: 'Forged' }],
		['PUT', '/admin/v1/password', { currentPassword: PASSWORD, newPassword: 'forged forged forged' }],
		['DELETE', '/admin/v1/sessions', undefined],
	];

	it('has the rights of a key and is recorded in the audit log', async () => {
		const created = await owner.post('/v1/instances', { name: 'Mine' });
		expect(created.status).toBe(201);
		const [entry] = (await owner.get('/admin/v1/audit?limit=1')).at('data') as unknown[];
		expect(entry).toMatchObject({
			actor: expect.stringMatching(/^usr_/),
			actorName: 'owner',
			action: 'instance.created',
			target: created.text('data.id'),
		});
		expect((await owner.get('/v1/usage')).status).toBe(200);
		expect((await owner.get('/v1/webhooks')).status).toBe(200);
	});

	it.each(REQUESTS)(
		'answers csrf_token_required without its own CSRF token, reading or writing: %s %s',
		async (method, path, body) => {
			expect(await codeOf(method, path, { 'x-csrf-token': '' }, body)).toBe('csrf_token_required');
			expect(await codeOf(method, path, { 'x-csrf-token': 'x'.repeat(43) }, body)).toBe(
				'csrf_token_required',
			);
			const other = openBrowser(gateway);
			await other.signIn();
			const headers = { 'x-csrf-token': other.csrfToken() };
			expect(await codeOf(method, path, headers, body)).toBe('csrf_token_required');
		},
	);

	it.each([
		['the origin of another port', { origin: 'http://127.0.0.1:5678' }],
		['a foreign origin', { origin: 'https://evil.example' }],
		['the origin null', { origin: 'null' }],
		['another site by Sec-Fetch-Site', { 'sec-fetch-site': 'cross-site' }],
		['another port by Sec-Fetch-Site', { 'sec-fetch-site': 'same-site' }],
	])('answers origin_not_allowed for %s, reading or writing', async (_what, headers) => {
		expect(await codeOf('GET', '/v1/instances', headers)).toBe('origin_not_allowed');
		expect(await codeOf('POST', '/v1/instances', headers, { name: 'Forged' })).toBe('origin_not_allowed');
		expect(await codeOf('POST', '/admin/v1/session', headers, { password: PASSWORD })).toBe(
			'origin_not_allowed',
		);
		const setup = { token: 'x', password: PASSWORD };
		expect(await codeOf('POST', '/admin/v1/setup', headers, setup)).toBe('origin_not_allowed');
	});

	it('succeeds from the page itself', async () => {
		const headers = { origin: gateway.url, 'sec-fetch-site': 'same-origin' };
		expect(await codeOf('GET', '/v1/instances', headers)).toBe(200);
		expect(await codeOf('POST', '/v1/instances', headers, { name: 'Mine' })).toBe(201);
	});

	it('is authenticated by its Authorization header alone where it has one', async () => {
		const codeWith = (authorization: string, path = '/v1/instances') =>
			codeOf('GET', path, { authorization });
		expect(await codeWith(`Bearer ${API_KEY}`)).toBe(200);
		expect(await codeWith('Bearer a-key-nobody-made')).toBe('invalid_api_key');
		expect(await codeWith('Basic b3duZXI6cGFzcw==')).toBe('missing_api_key');
		expect(await codeWith('')).toBe('missing_api_key');
		expect(await codeWith('Bearer a-key-nobody-made', '/admin/v1/keys')).toBe('invalid_api_key');
		expect(await codeWith(`Bearer ${API_KEY}`, '/admin/v1/keys')).toBe('insufficient_permissions');
		// A request with a key needs no CSRF token, with any cookie.
		const headers = { authorization: `Bearer ${API_KEY}`, 'x-csrf-token': '' };
		expect(await codeOf('POST', '/v1/instances', headers, { name: 'By key' })).toBe(201);
	});

	it('forbids other origins and caches to use its response', async () => {
		const { headers } = await owner.get('/v1/instances');
		expect(headers.get('cache-control')).toBe('no-store');
		expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
		expect(headers.get('x-content-type-options')).toBe('nosniff');
		expect(headers.get('access-control-allow-origin')).toBeNull();
	});

	it('answers not_signed_in or missing_api_key without a session', async () => {
		const anonymous = openBrowser(gateway);
		expect((await anonymous.get('/v1/instances')).at('error.code')).toBe('missing_api_key');
		expect((await anonymous.get('/admin/v1/keys')).at('error.code')).toBe('not_signed_in');
		const headers = { cookie: 'mgw_session=no-session-of-this-gateway' };
		expect((await gateway.request('/v1/instances', { headers })).at('error.code')).toBe('not_signed_in');
	});

	it('counts in a rate limit of its own, by the session', async () => {
		const limited = await startTestGateway({ environment: { GATEWAY_RATE_LIMITS: 'general=2,page=4' } });
		const browser = await openOwner(limited);
		const statuses = [];
		for (let count = 0; count < 4; count += 1) statuses.push((await browser.get('/v1/instances')).status);
		expect(statuses).toEqual([200, 200, 200, 429]);
		const answer = await limited.get('/v1/health');
		expect([answer.status, answer.headers.get('x-ratelimit-limit')]).toEqual([200, '2']);
		await limited.close();
	});
});

describe('a gateway behind a proxy with another host name', () => {
	it('accepts requests of the page from GATEWAY_PUBLIC_URL', async () => {
		const gateway = await startTestGateway({
			environment: { GATEWAY_PUBLIC_URL: 'https://gateway.example.com/' },
		});
		const listening = /Server listening at (http:[^"]+)"/.exec(gateway.logged.join('\n'))?.[1] ?? '';
		const browser = openBrowser(createClient(listening, API_KEY));
		const origin = { origin: 'https://gateway.example.com' };
		const body = { token: gateway.setupToken, password: PASSWORD };
		expect((await browser.call('POST', '/admin/v1/setup', body, origin)).status).toBe(201);
		expect((await browser.call('POST', '/v1/instances', { name: 'Mine' }, origin)).status).toBe(201);
		await gateway.close();
	});
});
