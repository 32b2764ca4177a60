import { expect } from '@jest/globals';

import type { ArrangeCase } from './fixture.ts';

export const gateway: Record<string, ArrangeCase> = {
	getHealth: () =>
		Promise.resolve({
			parameters: {},
			output: [
				{
					json: {
						status: 'ok',
						authenticated: true,
						plan: 'enterprise',
						rateLimits: { messages: { limit: expect.any(Number) } },
					},
				},
			],
		}),

	getUsage: () =>
		Promise.resolve({
			parameters: {},
			output: [{ json: { plan: 'enterprise', instances: { used: expect.any(Number) }, creditsLeft: null } }],
		}),
};
