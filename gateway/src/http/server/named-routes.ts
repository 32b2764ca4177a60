import plugin from 'fastify-plugin';
import type { Routes } from './dependencies.ts';

/** Routes that bring their name: Fastify looks for the name of others in every module that is loaded. */
export function namedRoutes(routes: Routes, name = routes.name): Routes {
	return plugin(routes, { name, encapsulate: true });
}
