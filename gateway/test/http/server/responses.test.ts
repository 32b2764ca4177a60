import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { gzipSync } from 'node:zlib';
import { API_KEY, startTestGateway, type TestGateway } from '../../support/gateway.ts';

const headers = { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' };

describe('every response', () => {
	let gateway: TestGateway;
	beforeAll(async () => {
		gateway = await startTestGateway();
	});
	afterAll(() => gateway.close());

	it.each([
		['a success', '/v1/health', { headers }, 200],
		['a 401', '/v1/health', {}, 401],
		['a 404 of the router', '/v1/nothing', { headers }, 404],
		['a 404 of a resource', '/v1/instances/x', { headers }, 404],
		['a 405', '/v1/health', { method: 'DELETE', headers }, 405],
		['a 400', '/v1/instances?limit=0', { headers }, 400],
	])('has a request id and the rate limits: %s', async (_what, path, init, status) => {
		const answer = await gateway.request(path, init);
		expect(answer.status).toBe(status);
		expect(answer.headers.get('cache-control')).toBe('no-store');
		expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
		expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
		expect(answer.headers.has('strict-transport-security')).toBe(false);
		const id = answer.headers.get('x-request-id');
		expect(id).toMatch(/^req_[0-9a-z]{26}$/);
		if (status !== 200) expect(answer.at('error.requestId')).toBe(id);
		const reset = Number(answer.headers.get('x-ratelimit-reset'));
		expect(Math.abs(reset - Date.now() / 1000)).toBeLessThan(70);
		expect(Number(answer.headers.get('x-ratelimit-limit'))).toBeGreaterThan(0);
		expect(Number(answer.headers.get('x-ratelimit-remaining'))).toBeGreaterThanOrEqual(0);
	});

	it.each([
		['broken JSON', { body: '{"name":', headers }, 400, 'invalid_parameters'],
		['a request without a body', { headers }, 400, 'invalid_parameters'],
		['a list as body', { body: '[]', headers }, 400, 'invalid_parameters'],
		[
			'a form as body',
			{ body: 'name=A', headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' } },
			415,
			'unsupported_media_type',
		],
		[
			'plain text',
			{ body: 'A', headers: { ...headers, 'content-type': 'text/plain' } },
			415,
			'unsupported_media_type',
		],
		[
			'a body over 1 MiB',
			{ body: JSON.stringify({ name: 'x'.repeat(1_100_000) }), headers },
			413,
			'payload_too_large',
		],
		[
			'a key that pollutes prototypes',
			{ body: '{"__proto__":{"a":1},"name":"A"}', headers },
			400,
			'invalid_parameters',
		],
	])('answers an error with a message for %s', async (_what, init, status, code) => {
		const answer = await gateway.request('/v1/instances', { method: 'POST', ...init });
		expect([answer.status, answer.at('error.code')]).toEqual([status, code]);
		expect(answer.text('error.message')).toMatch(/^["A-Z].{10,}\.$/);
	});

	it('says on a 401 how to authenticate', async () => {
		const answer = await gateway.request('/v1/health', {});
		expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer /);
	});

	it('answers 415 for an encoded body, and accepts the encoding identity', async () => {
		const post = (encoding: string, body: string | Uint8Array<ArrayBuffer>) =>
			gateway.request('/v1/instances', {
				method: 'POST',
				headers: { ...headers, 'content-encoding': encoding },
				body,
			});
		const answer = await post('gzip', gzipSync('{"name":"A"}'));
		expect([answer.status, answer.at('error.code')]).toEqual([415, 'unsupported_media_type']);
		expect(answer.text('error.message')).toContain('gzip');
		expect((await post('identity', '{"name":"A"}')).status).toBe(201);
		const list = await gateway.request('/v1/instances', {
			headers: { ...headers, 'content-encoding': 'gzip' },
		});
		expect(list.status).toBe(200);
	});

	it('answers 426 for a request to the real-time channel that is no WebSocket', async () => {
		const answer = await gateway.request('/v1/realtime', { headers });
		expect([answer.status, answer.at('error.code')]).toEqual([426, 'upgrade_required']);
		expect(answer.headers.get('upgrade')).toBe('websocket');
	});

	it('answers 405 with the allowed methods', async () => {
		const answer = await gateway.request('/v1/webhooks/wh_1', { method: 'PATCH', headers, body: '{}' });
		expect([answer.status, answer.at('error.code')]).toEqual([405, 'method_not_allowed']);
		expect(answer.headers.get('allow')?.split(', ').sort()).toEqual(['DELETE', 'GET', 'HEAD', 'PUT']);
	});
});

it('has Strict-Transport-Security over HTTPS', async () => {
	const gateway = await startTestGateway({ environment: { GATEWAY_TRUST_PROXY: '127.0.0.1/32' } });
	const answer = await gateway.request('/v1/health', { headers: { 'x-forwarded-proto': 'https' } });
	expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000');
	await gateway.close();
});
