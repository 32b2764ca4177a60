import { Type } from 'typebox';
import { PLANS } from '../../domain/access/plan.ts';
import { creditsUsed } from '../../store/instances/credits.ts';
import { countInstances } from '../../store/instances/instances.ts';
import { sentOnDay } from '../../store/instances/hourly-stats.ts';
import { callerOf } from '../server/authentication/caller.ts';
import { routeDefiner } from '../server/define-route.ts';
import type { Routes } from '../server/dependencies.ts';
import { Nullable, OneOf } from '../server/schemas/fields.ts';

const Usage = Type.Object({
	plan: OneOf(PLANS),
	instances: Type.Object({
		used: Type.Integer(),
		allowed: Nullable(Type.Integer({ description: 'Null: unlimited.' })),
	}),
	messagesToday: Type.Integer({ description: 'Sent today (UTC), over all instances that the key can see.' }),
	creditsLeft: Nullable(Type.Integer({ description: 'Of the whole account. Null: unlimited.' })),
});

export const usageRoutes: Routes<'store' | 'clock' | 'plan' | 'credits'> = (app, deps) => {
	const { store, clock, plan, credits } = deps;
	const defineRoute = routeDefiner(app, { tag: 'Health', extension: true });

	defineRoute({
		method: 'GET',
		url: '/v1/usage',
		access: 'billing:read',
		concerns: 'visible instances',
		operationId: 'getUsage',
		summary: 'Get the usage of the account, and its remaining credits',
		data: Usage,
		handler: async (request) => {
			const { instanceIds } = callerOf(request);
			return {
				plan: plan.name,
				instances: { used: await countInstances(store.read, instanceIds), allowed: plan.instances },
				messagesToday: await sentOnDay(store.read, clock.now(), instanceIds),
				creditsLeft: credits === null ? null : Math.max(0, credits - (await creditsUsed(store.read))),
			};
		},
	});
	return Promise.resolve();
};
