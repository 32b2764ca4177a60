import { describe, expect, it } from '@jest/globals';
import { startTestGateway } from '../../support/gateway.ts';

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
