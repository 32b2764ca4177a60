import { describe, expect, it } from '@jest/globals';
import { connectedInstance, startTestGateway } from '../../support/gateway.ts';
import { until } from '../../support/until.ts';

describe('GET /v1/usage', () => {
	it('returns the plan, the instances, the messages of the day and the credits left', async () => {
		const gateway = await startTestGateway({
			environment: { GATEWAY_PLAN: 'starter', GATEWAY_CREDITS: '10' },
		});
		const instanceId = await connectedInstance(gateway);
		await gateway.post('/v1/messages/send', { instanceId, to: '4915112345678', message: 'Hello' });
		const data = await until('the message to be sent', async () => {
			const answer = await gateway.get('/v1/usage');
			return answer.at('data.messagesToday') === 1 && answer.at('data');
		});
		expect(data).toEqual({
			plan: 'starter',
			instances: { used: 1, allowed: 3 },
			messagesToday: 1,
			creditsLeft: 9,
		});
		await gateway.close();
	});
});
