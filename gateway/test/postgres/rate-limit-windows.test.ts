import { describe, expect, it } from '@jest/globals';
import { runSql } from '../support/database.ts';
import { startTestGateway } from '../support/gateway.ts';

const DAY = 24 * 3_600_000;

describe('the window of a rate limit', () => {
	it('ends on time although a clock was ahead by a day when it began', async () => {
		const gateway = await startTestGateway({ environment: { GATEWAY_RATE_LIMITS: 'instances=2' } });
		for (let requests = 0; requests < 2; requests += 1) await gateway.get('/v1/instances');
		await runSql(gateway.folder, `update rate_limits set expire = expire + ${DAY}`);

		const answer = await gateway.get('/v1/instances');
		expect(answer.status).toBe(200);
		const reset = Number(answer.headers.get('x-ratelimit-reset'));
		expect(reset * 1000 - Date.now()).toBeLessThanOrEqual(61_000);
		await gateway.close();
	});

	it('holds for all requests of a client until it ends', async () => {
		const gateway = await startTestGateway({ environment: { GATEWAY_RATE_LIMITS: 'instances=2' } });
		const statuses: number[] = [];
		for (let requests = 0; requests < 5; requests += 1) {
			statuses.push((await gateway.get('/v1/instances')).status);
		}
		expect(statuses).toEqual([200, 200, 429, 429, 429]);
		const [row] = await runSql(
			gateway.folder,
			`select points, expire from rate_limits where key like 'instances:%'`,
		);
		// A client over its limit is refused without a query.
		expect(row?.points).toBe(3);
		await gateway.close();
	});
});
