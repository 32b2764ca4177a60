import { Type } from 'typebox';
import { PLANS } from '../../domain/plan.ts';
import { creditsUsed } from '../../store/instances/credits.ts';
import { countInstances } from '../../store/instances/instances.ts';
import { sentOnDay } from '../../store/instances/hourly-stats.ts';
import type { Routes } from '../server/dependencies.ts';
import { EXTENSION, Nullable, OneOf } from '../server/fields.ts';
import { Data, errorResponses } from '../server/responses.ts';

const Usage = Type.Object({
	plan: OneOf(PLANS),
	instances: Type.Object({
		used: Type.Integer(),
		allowed: Nullable(Type.Integer({ description: 'Null: unlimited.' })),
	}),
	messagesToday: Type.Integer({ description: 'Sent today (UTC), over all instances.' }),
	creditsLeft: Nullable(Type.Integer({ description: 'Null: unlimited.' })),
});

export const usageRoutes: Routes = (app, { store, clock, plan, credits }) => {
	app.get(
		'/v1/usage',
		{
			config: { access: 'billing:read' },
			schema: {
				tags: ['Health'],
				...EXTENSION,
				operationId: 'getUsage',
				summary: 'Tell what the account used, and what is left',
				response: { 200: Data(Usage), ...errorResponses() },
			},
		},
		async () => ({
			success: true,
			data: {
				plan: plan.name,
				instances: { used: await countInstances(store.read), allowed: plan.instances },
				messagesToday: await sentOnDay(store.read, clock.now()),
				creditsLeft: credits === null ? null : Math.max(0, credits - (await creditsUsed(store.read))),
			},
		}),
	);
	return Promise.resolve();
};
