import { routeDefiner } from '../server/define-route.ts';
import type { Routes } from '../server/dependencies.ts';
import { Overview, OverviewQuery, System } from './overview-schema.ts';
import { overviewReader } from './overview.ts';
import { readSystem, type SystemDeps } from './system.ts';

/** What the page shows first: how the gateway is doing, and what it is (additions). */
export const adminOverviewRoutes: Routes<keyof SystemDeps> = (app, deps) => {
	const readOverview = overviewReader(deps);
	const defineRoute = routeDefiner(app, { tag: 'People', access: 'signed in', extension: true });

	defineRoute({
		method: 'GET',
		url: '/admin/v1/overview',
		operationId: 'getOverview',
		summary: 'Tell how messages, deliveries and instances are doing',
		querystring: OverviewQuery,
		data: Overview,
		handler: ({ query: { hours = 24 } }) => readOverview(hours),
	});

	defineRoute({
		method: 'GET',
		url: '/admin/v1/system',
		operationId: 'getSystem',
		summary: 'Tell what this gateway is, how it is set up, and what it uses',
		data: System,
		handler: () => readSystem(deps),
	});
	return Promise.resolve();
};
