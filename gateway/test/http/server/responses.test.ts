import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { at } from '../../support/json.ts';
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
		expect(answer.text('error.message').length).toBeGreaterThan(10);
	});

	it('answers 405 with the allowed methods', async () => {
		const answer = await gateway.request('/v1/webhooks/wh_1', { method: 'PATCH', headers, body: '{}' });
		expect([answer.status, answer.at('error.code')]).toEqual([405, 'method_not_allowed']);
		expect(answer.headers.get('allow')?.split(', ').sort()).toEqual(['DELETE', 'GET', 'HEAD', 'PUT']);
	});
});

describe('the rate limiter', () => {
	let gateway: TestGateway;
	beforeAll(async () => {
		gateway = await startTestGateway({ environment: { GATEWAY_RATE_LIMITS: 'instances=3,general=6' } });
	});
	afterAll(() => gateway.close());

	it('counts by class and in total, reports the rest, and answers 429 with Retry-After', async () => {
		const left = async (path: string) => {
			const answer = await gateway.get(path);
			return [answer.status, answer.headers.get('x-ratelimit-remaining')];
		};
		expect(await left('/v1/instances')).toEqual([200, '2']);
		expect(await left('/v1/instances')).toEqual([200, '1']);
		expect(await left('/v1/instances')).toEqual([200, '0']);

		const refused = await gateway.get('/v1/instances');
		expect([refused.status, refused.at('error.code')]).toEqual([429, 'rate_limit_exceeded']);
		const retryAfter = Number(refused.at('error.retryAfter'));
		expect(retryAfter).toBeGreaterThan(0);
		expect(retryAfter).toBeLessThanOrEqual(60);
		expect(refused.headers.get('retry-after')).toBe(String(retryAfter));
		expect(refused.headers.get('x-ratelimit-limit')).toBe('3');

		expect(await left('/v1/webhooks')).toEqual([200, '1']);
		expect(await left('/v1/health')).toEqual([200, '0']);
		expect(await left('/v1/health')).toEqual([429, '0']);
	});

	it('counts requests without a valid key by address, so that keys cannot be guessed', async () => {
		const statuses: number[] = [];
		for (let count = 0; count < 7; count += 1) {
			statuses.push((await gateway.request('/v1/health', {})).status);
		}
		expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 429]);
	});
});

describe('the class of a rate limit', () => {
	it.each(['/v1/%69nstances', '/%76%31/instances/', '/v1/%69nstances/inst_0/status'])(
		'includes the path %s',
		async (path) => {
			const gateway = await startTestGateway({ environment: { GATEWAY_RATE_LIMITS: 'instances=1' } });
			expect((await gateway.get(path)).headers.get('x-ratelimit-limit')).toBe('1');
			expect((await gateway.get('/v1/instances')).at('error.code')).toBe('rate_limit_exceeded');
			await gateway.close();
		},
	);
});

describe('GET /v1/health', () => {
	it('returns the plan and the rest of the messages limit', async () => {
		const gateway = await startTestGateway({ environment: { GATEWAY_RATE_LIMITS: 'messages=10' } });
		await gateway.get('/v1/messages/msg_1/status');
		expect((await gateway.get('/v1/health')).body).toEqual({
			status: 'ok',
			authenticated: true,
			plan: 'enterprise',
			rateLimits: { messages: { limit: 10, remaining: 9 } },
		});
		await gateway.close();
	});
});

describe('GET /openapi.json', () => {
	it('describes every operation with its errors and its scope in version 3.1', async () => {
		const gateway = await startTestGateway();
		const { body } = await gateway.request('/openapi.json', {});
		expect(at(body, 'openapi')).toBe('3.1.0');
		const paths = at(body, 'paths') as Record<string, Record<string, unknown>>;
		const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
		expect(operations.length).toBeGreaterThan(30);
		for (const operation of operations) {
			const statuses = Object.keys(at(operation, 'responses') as object);
			const needsKey = at(operation, 'x-scope') !== 'public';
			const errors = needsKey ? ['401', '403', '429', '500', '503'] : ['500', '503'];
			expect(statuses).toEqual(expect.arrayContaining(errors));
			expect(at(operation, 'operationId')).toMatch(/^[a-z]+[A-Za-z]+$/);
			expect(at(operation, 'x-scope')).toMatch(/^(any key|owner|public|[a-z]+:(read|write))$/);
		}
		await gateway.close();
	});
});
