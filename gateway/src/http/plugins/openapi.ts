import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import plugin from 'fastify-plugin';

const TAGS = [
	{ name: 'Health', description: 'Whether the gateway works and the key is valid.' },
	{ name: 'Instances', description: 'Connections to a messaging-network account.' },
	{ name: 'Messages', description: 'Sending, and what became of what was sent.' },
	{ name: 'Webhooks', description: 'Where events are delivered to.' },
	{ name: 'Simulator', description: 'What phones do on the simulated network (an addition).' },
];

/** The OpenAPI 3.1 document, made of the very schemas that validate, at /openapi.json. */
export const openApi = plugin(async (app: FastifyInstance, { version }: { version: string }) => {
	await app.register(swagger, {
		openapi: {
			openapi: '3.1.0',
			info: {
				title: 'Messaging Gateway',
				version,
				description: 'Instances, messages and webhooks of a messaging gateway, over JSON.',
			},
			tags: TAGS,
			components: { securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } } },
			security: [{ apiKey: [] }],
		},
		transform: ({ schema, url, route }) => ({
			url,
			schema: { ...schema, 'x-scope': route.config?.access ?? 'any key' },
		}),
	});
	app.get('/openapi.json', { config: { access: 'public' }, schema: { hide: true } }, () => app.swagger());
});
