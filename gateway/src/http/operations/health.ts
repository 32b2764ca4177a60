import { Type } from 'typebox';
import type { Routes } from '../server/dependencies.ts';
import { errorResponsesOfAnyKey } from '../server/responses.ts';

const Health = Type.Object({
	status: Type.String({ examples: ['ok'] }),
	authenticated: Type.Boolean(),
	plan: Type.String(),
	rateLimits: Type.Object({
		messages: Type.Object({ limit: Type.Integer(), remaining: Type.Integer() }),
	}),
});

export const healthRoutes: Routes = (app, { plan }) => {
	app.get(
		'/v1/health',
		{
			config: { access: 'any key' },
			schema: {
				tags: ['Health'],
				operationId: 'getHealth',
				summary: 'Tell whether the gateway works and the key is valid',
				response: { 200: Health, ...errorResponsesOfAnyKey() },
			},
		},
		async (request) => ({
			status: 'ok',
			authenticated: true,
			plan: plan.name,
			rateLimits: { messages: await app.rateLeft(request, 'messages') },
		}),
	);
	return Promise.resolve();
};
