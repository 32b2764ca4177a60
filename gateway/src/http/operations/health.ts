import { Type } from 'typebox';
import { routeDefiner } from '../server/define-route.ts';
import type { Routes } from '../server/dependencies.ts';

const Health = Type.Object({
	status: Type.String({ examples: ['ok'] }),
	authenticated: Type.Boolean(),
	plan: Type.String(),
	rateLimits: Type.Object({
		messages: Type.Object({ limit: Type.Integer(), remaining: Type.Integer() }),
	}),
});

export const healthRoutes: Routes<'plan'> = (app, { plan }) => {
	const defineRoute = routeDefiner(app, { tag: 'Health' });

	defineRoute({
		method: 'GET',
		url: '/v1/health',
		access: 'any key',
		concerns: 'no instance',
		operationId: 'getHealth',
		summary: 'Check that the gateway works and the key is valid',
		response: Health,
		handler: async (request) => ({
			status: 'ok',
			authenticated: true,
			plan: plan.name,
			rateLimits: { messages: await app.rateLeft(request, 'messages') },
		}),
	});
	return Promise.resolve();
};
