import { routeDefiner } from '../server/define-route.ts';
import type { Routes } from '../server/dependencies.ts';
import { Overview, OverviewQuery, System } from './overview-schema.ts';
import { overviewReader } from './overview.ts';
import { readSystem, type SystemDeps } from './system.ts';

/** The overview of the page, and the data of the system (additions). */
export const adminOverviewRoutes: Routes<keyof SystemDeps> = (app, deps) => {
	const readOverview = overviewReader(deps);
	const defineRoute = routeDefiner(app, { tag: 'People', access: 'signed in', extension: true });

	defineRoute({
		method: 'GET',
		url: '/admin/v1/overview',
		operationId: 'getOverview',
		summary: 'Get figures of messages, deliveries and instances',
		querystring: OverviewQuery,
		data: Overview,
		handler: ({ query: { hours = 24 } }) => readOverview(hours),
	});

	defineRoute({
		method: 'GET',
		url: '/admin/v1/system',
		operationId: 'getSystem',
		summary: 'Get the version, the settings and the resource usage of the gateway',
		data: System,
		handler: () => readSystem(deps),
	});
	return Promise.resolve();
};
