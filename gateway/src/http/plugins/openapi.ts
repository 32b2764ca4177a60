import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import plugin from 'fastify-plugin';
import { rateClassesOf } from './rate-limits.ts';

const TAGS = [
	{ name: 'Health', description: 'Whether the gateway works and the key is valid, and what was used.' },
	{ name: 'Instances', description: 'Connections to a messaging-network account.' },
	{ name: 'Messages', description: 'Sending, what became of what was sent, history and chats.' },
	{ name: 'Contacts', description: 'Who is on the network, and what it tells of them.' },
	{ name: 'Groups', description: 'Groups the instance is in, and their participants.' },
	{ name: 'Webhooks', description: 'Where events are delivered to.' },
	{ name: 'Operation', description: 'What watches the gateway asks (an addition).' },
	{ name: 'Simulator', description: 'What phones do on the simulated network (an addition).' },
];

const DESCRIPTION = `Instances, messages, chats, contacts, groups and webhooks of a messaging gateway, over JSON.

Each operation names the scope its key needs (x-scope) and the rate classes it counts in (x-rate-classes). What is
marked x-extension is an addition. Status updates of instances are pushed over a WebSocket at /v1/realtime. Metrics
for Prometheus are at /metrics.`;

/**
 * The OpenAPI 3.1 document, made of the very schemas that validate: at /openapi.json, and as a page to read at
 * /docs. Neither needs a key.
 */
export const openApi = plugin(async (app: FastifyInstance, { version }: { version: string }) => {
	await app.register(swagger, {
		openapi: {
			openapi: '3.1.0',
			info: {
				title: 'Messaging Gateway',
				version,
				description: DESCRIPTION,
				license: { name: 'MIT', identifier: 'MIT' },
			},
			servers: [{ url: '/' }],
			tags: TAGS,
			components: { securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } } },
			security: [{ apiKey: [] }],
		},
		transform: ({ schema, url, route }) => ({
			url,
			schema: {
				...schema,
				'x-scope': route.config?.access ?? 'any key',
				'x-rate-classes': route.config?.uncounted === true ? [] : rateClassesOf(url),
				...(route.config?.access === 'public' ? { security: [] } : {}),
			},
		}),
	});
	await app.register(async (page) => {
		page.addHook('onRoute', (route) => {
			route.config = { ...route.config, access: 'public' };
		});
		await page.register(swaggerUi, {
			routePrefix: '/docs',
			staticCSP: true,
			theme: {
				title: 'Messaging Gateway',
				css: [{ filename: 'page.css', content: '.swagger-ui .topbar { display: none }' }],
			},
		});
	});
	app.get('/openapi.json', { config: { access: 'public' }, schema: { hide: true } }, () => app.swagger());
});
