import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { GatewayError } from '../domain/error.ts';
import { ROUTES } from './routes.ts';
import type { Dependencies } from './server/dependencies.ts';
import { namedRoutes } from './server/named-routes.ts';
import { authorisation } from './server/authentication/authorisation.ts';
import { identification } from './server/authentication/identification.ts';
import { anonymousBodies } from './server/limits/anonymous-bodies.ts';
import { bodyParsing } from './server/requests/body-parsing.ts';
import { compression } from './server/transport/compression.ts';
import { connectionCap } from './server/limits/connection-cap.ts';
import { clientErrors } from './server/errors/client-errors.ts';
import { errors, sendError } from './server/errors/errors.ts';
import type { Listener } from './server/transport/listener.ts';
import { forwardedRequests } from './server/transport/forwarded-requests.ts';
import { forwarding } from './server/transport/forwarding.ts';
import { hostNames } from './server/transport/host-names.ts';
import { instanceLimits } from './server/authentication/instance-limits.ts';
import { nullCharacters } from './server/requests/null-characters.ts';
import { openApi } from './server/openapi.ts';
import { rateLimits, writeRateLimitExempt } from './server/limits/rate-limits.ts';
import { publicPathOf, withoutPublicPath } from './server/transport/public-path.ts';
import { requestObservation } from './server/requests/request-observation.ts';
import { requestIds } from './server/requests/request-ids.ts';
import { SECURITY_HEADERS, securityHeaders } from './server/transport/security-headers.ts';
import { serialization } from './server/schemas/serialization.ts';
import { shutdown } from './server/transport/shutdown.ts';
import { slowBodies } from './server/requests/slow-bodies.ts';
import { transportSecurity } from './server/transport/transport-security.ts';
import { validation } from './server/schemas/validation.ts';
import { createRateLimiters, startCleanUp } from './server/limits/rate-limiters.ts';
import { cloudApiWebhookRoutes } from './hooks/cloud-api-routes.ts';
import { completeDocuments } from './document/document.ts';
import { pageRoutes } from './page/routes.ts';
import { simulatorApi } from '../network/simulator/api/plugin.ts';
import { isLoopback } from '../lib/guarded-http/address.ts';
import { VERSION } from '../runtime/version.ts';

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
		clock: realClock,
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
		newNonce: () => newId('req'),
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
