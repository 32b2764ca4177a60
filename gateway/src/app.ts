import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { GatewayError } from './domain/error.ts';
import type { Dependencies, Routes } from './http/server/dependencies.ts';
import { namedRoutes } from './http/server/named-routes.ts';
import { authorisation, identification } from './http/server/authentication/authentication.ts';
import { anonymousBodies } from './http/server/limits/anonymous-bodies.ts';
import { bodyParsing } from './http/server/requests/body-parsing.ts';
import { compression } from './http/server/transport/compression.ts';
import { connectionCap } from './http/server/limits/connection-cap.ts';
import { clientErrors } from './http/server/errors/client-errors.ts';
import { errors, sendError } from './http/server/errors/errors.ts';
import type { Listener } from './http/server/transport/listener.ts';
import { forwardedRequests, forwarding } from './http/server/transport/forwarding.ts';
import { hostNames } from './http/server/transport/host-names.ts';
import { instanceLimits } from './http/server/authentication/instance-limits.ts';
import { nullCharacters } from './http/server/requests/null-characters.ts';
import { openApi } from './http/server/openapi.ts';
import { rateLimits, writeRateLimitExempt } from './http/server/limits/rate-limits.ts';
import { publicPathOf, withoutPublicPath } from './http/server/transport/public-path.ts';
import { requestObservation } from './http/server/requests/request-observation.ts';
import { requestIds } from './http/server/requests/request-ids.ts';
import { SECURITY_HEADERS, securityHeaders } from './http/server/transport/security-headers.ts';
import { serialization } from './http/server/schemas/serialization.ts';
import { shutdown } from './http/server/transport/shutdown.ts';
import { slowBodies } from './http/server/requests/slow-bodies.ts';
import { transportSecurity } from './http/server/transport/transport-security.ts';
import { validation } from './http/server/schemas/validation.ts';
import { createRateLimiters, startCleanUp } from './http/server/limits/rate-limiters.ts';
import { alertRoutes } from './http/alerts/routes.ts';
import { chatChangeRoutes } from './http/chats/change-routes.ts';
import { chatEventRoutes } from './http/chats/event-routes.ts';
import { noteRoutes } from './http/chats/note-routes.ts';
import { chatOwnerRoutes } from './http/chats/owner-routes.ts';
import { chatRoutes } from './http/chats/routes.ts';
import { adminEventRoutes } from './http/admin/events-routes.ts';
import { adminFindRoutes } from './http/admin/find-routes.ts';
import { adminKeyRoutes } from './http/admin/keys-routes.ts';
import { adminOverviewRoutes } from './http/admin/overview-routes.ts';
import { cloudApiWebhookRoutes } from './http/hooks/cloud-api-routes.ts';
import { contactBlockRoutes } from './http/contacts/block-routes.ts';
import { contactRoutes } from './http/contacts/routes.ts';
import { completeDocuments } from './http/document/document.ts';
import { queueRoutes } from './http/deliveries/queue-routes.ts';
import { selectionRoutes } from './http/deliveries/selection-routes.ts';
import { deliveryRoutes } from './http/deliveries/routes.ts';
import { groupRoutes } from './http/groups/routes.ts';
import { groupSettingsRoutes } from './http/groups/settings-routes.ts';
import { healthRoutes } from './http/operations/health.ts';
import { historyRoutes } from './http/chats/history-routes.ts';
import { searchRoutes } from './http/search/routes.ts';
import { ledgerRoutes } from './http/ledger/routes.ts';
import { instanceConnectionRoutes } from './http/instances/connection-routes.ts';
import { instanceProfileRoutes } from './http/instances/profile-routes.ts';
import { instanceRoutes } from './http/instances/routes.ts';
import { mediaRoutes } from './http/media/routes.ts';
import { messageChangeRoutes } from './http/messages/change-routes.ts';
import { messageRoutes } from './http/messages/routes.ts';
import { metricsRoutes } from './http/operations/metrics.ts';
import { pageRoutes } from './http/page/routes.ts';
import { probeRoutes } from './http/operations/probes.ts';
import { realtimeRoutes } from './http/realtime/routes.ts';
import { simulatorApi } from './network/simulator/api/plugin.ts';
import { templateRoutes } from './http/templates/routes.ts';
import { accountRoutes } from './http/users/account-routes.ts';
import { sessionRoutes } from './http/users/session-routes.ts';
import { signInRoutes } from './http/users/sign-in-routes.ts';
import { userRoutes } from './http/users/users-routes.ts';
import { usageRoutes } from './http/operations/usage.ts';
import { webhookDeliveryRoutes } from './http/deliveries/webhook-routes.ts';
import { webhookMaintenanceRoutes } from './http/webhooks/maintenance-routes.ts';
import { webhookRoutes } from './http/webhooks/routes.ts';
import { isLoopback } from './lib/guarded-http/address.ts';
import { VERSION } from './version.ts';

export interface ServerOptions {
	logger: FastifyBaseLogger;
	/** The bound port. */
	listener: Listener;
	/** Proxies whose X-Forwarded-* headers are trusted, in CIDR notation. */
	trustedProxies: readonly string[];
	/** The address it listens on, and the URL that other gateways use for it. */
	host: string;
	peerUrl: string | null;
	/** Further names of its host, in lower case. */
	allowedHosts: readonly string[];
	/** Folder of the built page. */
	pageFolder: string;
}

/** Most characters of a path parameter: as many as Node accepts in the head of a request. */
const PATH_PARAM_LIMIT = 16_384;
const UNREADABLE_PATH = 'The path is not a readable URL; encode its special characters.';

/** Largest body of a request, in bytes. */
const BODY_LIMIT = 1024 * 1024;

/** Sessions, links and second factors of people, who do not live in simulated time. */
const PEOPLE_ROUTES: readonly Routes[] = [signInRoutes, sessionRoutes, accountRoutes, userRoutes];

/** The same routes, with the name of their plugin, for which the time is the real one. */
function inRealTime(routes: Routes): Routes {
	const inReal: Routes = (app, deps) => routes(app, { ...deps, clock: deps.realClock });
	return Object.defineProperty(inReal, 'name', { value: routes.name });
}

/** In the order of the OpenAPI document. */
const ROUTES: readonly Routes[] = [
	healthRoutes,
	probeRoutes,
	metricsRoutes,
	usageRoutes,
	instanceRoutes,
	instanceConnectionRoutes,
	instanceProfileRoutes,
	messageRoutes,
	messageChangeRoutes,
	historyRoutes,
	searchRoutes,
	chatRoutes,
	chatChangeRoutes,
	chatOwnerRoutes,
	noteRoutes,
	chatEventRoutes,
	templateRoutes,
	mediaRoutes,
	contactRoutes,
	contactBlockRoutes,
	groupRoutes,
	groupSettingsRoutes,
	webhookRoutes,
	webhookDeliveryRoutes,
	deliveryRoutes,
	queueRoutes,
	selectionRoutes,
	webhookMaintenanceRoutes,
	ledgerRoutes,
	realtimeRoutes,
	...PEOPLE_ROUTES.map(inRealTime),
	adminKeyRoutes,
	adminOverviewRoutes,
	adminEventRoutes,
	adminFindRoutes,
	alertRoutes,
];

/**
 * Builds the HTTP application of the gateway, which gets requests when its port is opened. The hooks run in this order
 * for every request: security headers, forwarded headers, request id, observation, slow bodies, identification, rate
 * limits, shutdown, host name, HTTPS, authorisation, instance limits, bodies of strangers, forwarding.
 */
export async function buildApp(dependencies: Dependencies, server: ServerOptions): Promise<FastifyInstance> {
	const {
		store,
		clock,
		realClock,
		newId,
		peers,
		plan,
		rateLimitsEnforced,
		simulator,
		cloudApi,
		observability,
	} = dependencies;
	const { publicUrl } = dependencies;
	const { metrics } = observability;
	const { allowedHosts } = server;
	const behindProxy = server.trustedProxies.length > 0;
	const publicName = nameIn(publicUrl);
	const publicPath = publicPathOf(publicUrl);
	const { listener } = server;
	const app = Fastify({
		loggerInstance: server.logger,
		logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
		genReqId: () => newId('req'),
		bodyLimit: BODY_LIMIT,
		trustProxy: server.trustedProxies.length === 0 ? false : [...server.trustedProxies],
		return503OnClosing: false,
		rewriteUrl: ({ url = '/' }) => withoutPublicPath(url, publicPath),
		routerOptions: { ignoreTrailingSlash: true, maxParamLength: PATH_PARAM_LIMIT },
		frameworkErrors: (_error, request, reply) => {
			writeRateLimitExempt(reply, plan, realClock);
			reply.header('X-Request-Id', request.id);
			void reply.headers(SECURITY_HEADERS);
			void sendError(reply, request, new GatewayError('invalid_parameters', UNREADABLE_PATH));
		},
		clientErrorHandler: clientErrors({
			plan,
			newRequestId: () => newId('req'),
			now: () => realClock.now(),
			onRefused: (code) => {
				metrics.requestRefused(code === 'invalid_parameters' ? 'malformed_request' : code);
			},
		}),
		serverFactory: (handler) => listener.adopt(handler),
	}).withTypeProvider<TypeBoxTypeProvider>();

	// An expectation other than 100-continue is ignored, as HTTP allows.
	app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
	await app.register(connectionCap, {
		maxConnections: dependencies.maxConnections,
		behindProxy,
		onRefused: () => {
			metrics.requestRefused('connection_limit');
		},
	});
	await app.register(errors, { store });
	await app.register(securityHeaders);
	await app.register(bodyParsing);
	await app.register(validation);
	await app.register(serialization);
	await app.register(compression);
	await app.register(nullCharacters);
	await app.register(forwardedRequests, { peers, clock: realClock });
	await app.register(requestIds);
	await app.register(requestObservation, {
		answered: (request) => {
			metrics.requestAnswered(request);
		},
		refused: (reason) => {
			metrics.requestRefused(reason);
		},
		clock: realClock,
		tracing: observability.tracing,
	});
	await app.register(slowBodies, {
		plan,
		onTimeout: () => {
			metrics.requestRefused('body_timeout');
		},
	});
	await app.register(identification, {
		store,
		clock,
		realClock,
		proxy: dependencies.signInProxy,
		publicUrl,
	});
	const limiters = createRateLimiters(plan, store.pool, realClock);
	app.addHook('onClose', startCleanUp(store.pool, realClock));
	await app.register(rateLimits, { plan, limiters, enforced: rateLimitsEnforced, clock: realClock });
	await app.register(shutdown);
	await app.register(hostNames, {
		names: [server.host, publicName, nameIn(server.peerUrl), ...allowedHosts].filter((name) => name !== null),
		isNamed: publicName !== null || allowedHosts.length > 0,
	});
	await app.register(transportSecurity, { allowedHosts, behindProxy });
	await app.register(authorisation, {
		store,
		clock: realClock,
		publicUrl,
		requireSecondFactor: dependencies.requireSecondFactor,
		exemptLoopback: !behindProxy && publicName === null,
	});
	await app.register(instanceLimits, { store });
	await app.register(anonymousBodies);
	await app.register(forwarding, {
		peers,
		clock: realClock,
		read: store.read,
		proxy: dependencies.signInProxy,
	});
	await app.register(openApi, { version: VERSION, complete: completeDocuments, publicPath });

	for (const routes of ROUTES) await app.register(namedRoutes(routes), dependencies);
	await app.register(pageRoutes, { pageFolder: server.pageFolder, publicPath });
	if (simulator !== null)
		await app.register(namedRoutes(simulatorApi(simulator), 'simulatorApi'), dependencies);
	if (cloudApi !== null)
		await app.register(namedRoutes(cloudApiWebhookRoutes(cloudApi), 'cloudApiWebhookRoutes'), dependencies);
	// After the hooks of the plugins, which close WebSockets: then only requests are open.
	app.addHook('preClose', () => listener.drain());
	await app.ready();
	return app as unknown as FastifyInstance;
}

/** The host name in a URL of the operator; null where it is a loopback one, which any machine calls itself. */
function nameIn(url: string | null): string | null {
	const name = url === null ? null : new URL(url).hostname.toLowerCase();
	return name === null || isLoopback(name.replace(/^\[|\]$/g, '')) ? null : name;
}
