import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestGateway, type TestGateway } from '../../../support/gateway.ts';

describe('the rate limiter', () => {
	let gateway: TestGateway;
	beforeAll(async () => {
		gateway = await startTestGateway({
			environment: { GATEWAY_RATE_LIMITS: 'instances=3,general=6,anonymous=6' },
		});
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
