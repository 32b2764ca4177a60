import plugin from 'fastify-plugin';
import type { Routes } from './dependencies.ts';

/** Names a plugin of routes, because Fastify searches all loaded modules for the name of a plugin without one. */
export function namedRoutes(routes: Routes, name = routes.name): Routes {
	return plugin(routes, { name, encapsulate: true });
}
