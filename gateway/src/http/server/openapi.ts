import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import plugin from 'fastify-plugin';
import { CONTENT_SECURITY_POLICY, PAGE_HEADERS } from './transport/security-headers.ts';
import { SESSION_COOKIE } from './authentication/session-cookie.ts';
import { documentHandler } from './reference/document-response.ts';
import { downloadUrl, localReferences } from './reference/swagger-plugins.ts';
import { isForPeople, type Access } from './authentication/access.ts';
import { rateClassesOf } from './limits/rate-limits.ts';

const TAGS = [
	{ name: 'Health', description: 'Health of the gateway, validity of the key, and usage.' },
	{ name: 'Instances', description: 'Connections to a messaging-network account.' },
	{ name: 'Messages', description: 'Sending, status of sent messages, history and chats.' },
	{ name: 'Contacts', description: 'Contacts: numbers on the network, and their profiles.' },
	{ name: 'Groups', description: 'Groups the instance is in, and their participants.' },
	{ name: 'Webhooks', description: 'Receivers of events, and their deliveries.' },
	{
		name: 'People',
		description:
			'Signing in to the page, and the requests of the page in the session of a person (an addition).',
	},
	{ name: 'Operation', description: 'Probes for monitoring (an addition).' },
	{ name: 'Simulator', description: 'Phones on the simulated network (an addition).' },
];

const DESCRIPTION = `Instances, messages, chats, contacts, groups and webhooks of a messaging gateway, over JSON.

Each operation names the scope its key needs (x-scope), the instances it concerns (x-instances) and the rate classes it
counts in (x-rate-classes). For a key that is limited to instances, others do not exist. Additions to the specification are marked x-extension. The requests that the gateway sends to webhooks are in the section webhooks. Status updates of instances are pushed over a WebSocket at /v1/realtime. The API of simulated phones is described at /openapi-simulator.json. Metrics for Prometheus are at /metrics.`;

const SECURITY_SCHEMES = {
	apiKey: { type: 'http', scheme: 'bearer', description: 'An API key.' },
	session: {
		type: 'apiKey',
		in: 'cookie',
		name: SESSION_COOKIE,
		description:
			"The session of a person, signed in to the gateway's page (an addition). It counts for requests without an Authorization header that come from the page itself. Over HTTPS its name begins with __Host-, or with __Secure- where GATEWAY_PUBLIC_URL has a path.",
	},
	csrfToken: {
		type: 'apiKey',
		in: 'header',
		name: 'X-CSRF-Token',
		description: 'The csrfToken of the session; every request of a session needs it.',
	},
} as const;

const SESSION = { session: [], csrfToken: [] };
/** Of most routes: a key, or a person's session in its place. */
const KEY_OR_SESSION = [{ apiKey: [] }, SESSION];

/** The security requirements of a route; null: those of most. */
function securityOf(access: Access): Record<string, string[]>[] | null {
	if (access === 'public') return [];
	return isForPeople(access) ? [SESSION] : null;
}

interface Options {
	version: string;
	/** Completes the document that is derived from the routes, and divides it. */
	complete: (derived: Record<string, unknown>) => Documents;
	/** Path of the public URL; empty: it has none. */
	publicPath: string;
}

/** `api` is for clients; `page` is what the gateway's page asks, `simulator` the simulated network. */
type Documents = Record<'api' | 'page' | 'simulator', Record<string, unknown>>;

/**
 * The OpenAPI 3.1 document, made from the schemas that validate requests: as JSON at /openapi.json, and as a page at
 * /docs. The operations of the page are at /openapi-page.json, those of simulated phones at /openapi-simulator.json.
 * None of these needs a key.
 */
export const openApi = plugin(async (app: FastifyInstance, { version, complete, publicPath }: Options) => {
	let documents: Documents = { api: {}, page: {}, simulator: {} };
	await app.register(swagger, {
		openapi: {
			openapi: '3.1.0',
			info: {
				title: 'Messaging Gateway',
				version,
				description: DESCRIPTION,
				license: { name: 'MIT', identifier: 'MIT' },
			},
			servers: [{ url: publicPath === '' ? '/' : publicPath }],
			tags: TAGS,
			components: { securitySchemes: SECURITY_SCHEMES },
			security: KEY_OR_SESSION,
		},
		transform: ({ schema, url, route }) => {
			const security = securityOf(route.config?.access ?? 'any key');
			const annotated = {
				...schema,
				'x-scope': route.config?.access ?? 'any key',
				...(route.config?.concerns === undefined ? {} : { 'x-instances': route.config.concerns }),
				'x-rate-classes': route.config?.rateLimitExempt === true ? [] : rateClassesOf(url),
				...(security === null ? {} : { security }),
			};
			return { url, schema: annotated };
		},
		transformObject: (document) => {
			if (!('openapiObject' in document)) return document.swaggerObject;
			documents = complete({ ...document.openapiObject });
			return documents.api;
		},
	});
	const docs = async (page: FastifyInstance): Promise<void> => {
		page.addHook('onRequest', (_request, reply, done) => {
			void reply.headers(PAGE_HEADERS);
			done();
		});
		page.addHook('onRoute', (route) => {
			route.config = { ...route.config, access: 'public' };
		});
		await page.register(swaggerUi, {
			routePrefix: '/docs',
			indexPrefix: publicPath,
			staticCSP: CONTENT_SECURITY_POLICY,
			uiConfig: {
				plugins: [downloadUrl, localReferences],
				// Renders only opened operations: the whole document takes a slow machine a minute.
				docExpansion: 'none',
				defaultModelsExpandDepth: 0,
				// Without the top bar, whose address field leads to other documents.
				layout: 'BaseLayout',
			},
			theme: { title: 'Messaging Gateway' },
		});
	};
	await app.register(plugin(docs, { name: 'docs', encapsulate: true }));
	const options = { config: { access: 'public' }, schema: { hide: true } } as const;
	app.get(
		'/openapi.json',
		options,
		documentHandler(() => app.swagger()),
	);
	for (const part of ['page', 'simulator'] as const) {
		const document = (): object => {
			app.swagger();
			return documents[part];
		};
		app.get(`/openapi-${part}.json`, options, documentHandler(document));
	}
});
