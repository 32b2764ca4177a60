import { describe, expect, it } from '@jest/globals';
import { planOf } from '../../../src/domain/access/plan.ts';

describe('the limits of a plan', () => {
	it.each([
		['free', { messages: 20, instances: 10, webhooks: 20, general: 100 }],
		['starter', { messages: 50, instances: 25, webhooks: 50, general: 250 }],
		['pro', { messages: 100, instances: 50, webhooks: 100, general: 500 }],
		['enterprise', { messages: 1000, instances: 500, webhooks: 1000, general: 5000 }],
	] as const)('of %s are its part of the specified ones', (name, limits) => {
		expect(planOf(name).rateLimits).toMatchObject(limits);
	});

	it('give way to those of the operator', () => {
		expect(planOf('free', { messages: 7 }).rateLimits).toMatchObject({ messages: 7, instances: 10 });
	});
});
