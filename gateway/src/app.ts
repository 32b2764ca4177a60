import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { GatewayError } from './domain/error.ts';
import type { Dependencies } from './http/dependencies.ts';
import { namedRoutes } from './http/named-routes.ts';
import { authorisation, identification } from './http/plugins/authentication.ts';
import { bodyParsing } from './http/plugins/body-parsing.ts';
import { errors, sendError } from './http/plugins/errors.ts';
import { forwardedRequests, forwarding } from './http/plugins/forwarding.ts';
import { nullCharacters } from './http/plugins/null-characters.ts';
import { openApi } from './http/plugins/openapi.ts';
import { rateLimits, writeUncounted } from './http/plugins/rate-limits.ts';
import { requestObservation } from './http/plugins/request-observation.ts';
import { requestIds } from './http/plugins/request-ids.ts';
import { serialization } from './http/plugins/serialization.ts';
import { shutdown } from './http/plugins/shutdown.ts';
import { transportSecurity } from './http/plugins/transport-security.ts';
import { validation } from './http/plugins/validation.ts';
import { createRateLimiters } from './http/rate-limiters.ts';
import { chatRoutes } from './http/routes/chats.ts';
import { adminEventRoutes } from './http/routes/admin-events.ts';
import { adminKeyRoutes } from './http/routes/admin-keys.ts';
import { adminOverviewRoutes } from './http/routes/admin-overview.ts';
import { adminSessionRoutes } from './http/routes/admin-sessions.ts';
import { cloudApiHookRoutes } from './http/routes/cloud-api-hook.ts';
import { contactRoutes } from './http/routes/contacts.ts';
import { deliveryRoutes } from './http/routes/deliveries.ts';
import { groupRoutes } from './http/routes/groups.ts';
import { healthRoutes } from './http/routes/health.ts';
import { historyRoutes } from './http/routes/history.ts';
import { instanceChangeRoutes } from './http/routes/instance-changes.ts';
import { instanceRoutes } from './http/routes/instances.ts';
import { mediaRoutes } from './http/routes/media.ts';
import { messageRoutes } from './http/routes/messages.ts';
import { metricsRoutes } from './http/routes/metrics.ts';
import { pageRoutes } from './http/routes/page.ts';
import { probeRoutes } from './http/routes/probes.ts';
import { realtimeRoutes } from './http/routes/realtime.ts';
import { simulatorRoutes } from './http/routes/simulator.ts';
import { templateRoutes } from './http/routes/templates.ts';
import { usageRoutes } from './http/routes/usage.ts';
import { webhookDeliveryRoutes } from './http/routes/webhook-deliveries.ts';
import { webhookUpkeepRoutes } from './http/routes/webhook-upkeep.ts';
import { webhookRoutes } from './http/routes/webhooks.ts';
import { VERSION } from './version.ts';

/** How the server itself is set up. */
export interface ServerOptions {
	logger: FastifyBaseLogger;
	tls: { cert: Buffer; key: Buffer } | null;
	/** Proxies whose X-Forwarded-* headers are believed, in CIDR notation. */
	trustedProxies: readonly string[];
	/** Where the built page lies. */
	pageFolder: string;
}

/** No part of a path is refused for its length: Node takes no longer head of a request, and no route has a pattern. */
const PATH_PART_LIMIT = 16_384;
const UNREADABLE_PATH = 'The path is not a readable URL; encode its special characters.';

/** Largest body of a request, in bytes. */
const BODY_LIMIT = 1024 * 1024;
/**
 * Milliseconds a connection may be quiet in the middle of a request or an answer: longer than any answer takes. Whoever
 * is gone without a word, or never meant to send the rest, would hold it, and an upload's file, for ever.
 */
const QUIET_LIMIT = 300_000;

/**
 * Builds the HTTP side of the gateway, ready to be asked but not listening. The plugins run in this order for
 * every request: its id, what follows it, who calls, how often, shutting down, HTTPS, whether they may.
 */
export async function buildApp(dependencies: Dependencies, server: ServerOptions): Promise<FastifyInstance> {
	const { store, clock, newId, peers, plan, rateLimited, simulator, cloudApi, observability } = dependencies;
	const app = Fastify({
		loggerInstance: server.logger,
		logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
		genReqId: () => newId('req'),
		bodyLimit: BODY_LIMIT,
		connectionTimeout: QUIET_LIMIT,
		trustProxy: server.trustedProxies.length === 0 ? false : [...server.trustedProxies],
		return503OnClosing: false,
		routerOptions: { ignoreTrailingSlash: true, maxParamLength: PATH_PART_LIMIT },
		frameworkErrors: (_error, request, reply) => {
			writeUncounted(reply, plan, clock);
			reply.header('X-Request-Id', request.id);
			void sendError(reply, request, new GatewayError('invalid_parameters', UNREADABLE_PATH));
		},
		...(server.tls === null ? {} : { https: server.tls }),
	}).withTypeProvider<TypeBoxTypeProvider>();

	await app.register(errors, { store });
	await app.register(bodyParsing);
	await app.register(validation);
	await app.register(serialization);
	await app.register(nullCharacters);
	await app.register(forwardedRequests, { peers, clock });
	await app.register(requestIds);
	await app.register(requestObservation, {
		answered: (request) => {
			observability.metrics.requestAnswered(request);
		},
		tracing: observability.tracing,
	});
	await app.register(identification, { store, clock });
	const limiters = createRateLimiters(plan, store.pool);
	await app.register(rateLimits, { plan, limiters, enforced: rateLimited, clock });
	await app.register(shutdown);
	await app.register(transportSecurity);
	await app.register(authorisation, { store, ownUrl: dependencies.ownUrl });
	await app.register(forwarding, { peers, clock });
	await app.register(openApi, { version: VERSION });

	await app.register(namedRoutes(healthRoutes), dependencies);
	await app.register(namedRoutes(probeRoutes), dependencies);
	await app.register(namedRoutes(metricsRoutes), dependencies);
	await app.register(namedRoutes(usageRoutes), dependencies);
	await app.register(namedRoutes(instanceRoutes), dependencies);
	await app.register(namedRoutes(instanceChangeRoutes), dependencies);
	await app.register(namedRoutes(messageRoutes), dependencies);
	await app.register(namedRoutes(historyRoutes), dependencies);
	await app.register(namedRoutes(chatRoutes), dependencies);
	await app.register(namedRoutes(templateRoutes), dependencies);
	await app.register(namedRoutes(mediaRoutes), dependencies);
	await app.register(namedRoutes(contactRoutes), dependencies);
	await app.register(namedRoutes(groupRoutes), dependencies);
	await app.register(namedRoutes(webhookRoutes), dependencies);
	await app.register(namedRoutes(webhookDeliveryRoutes), dependencies);
	await app.register(namedRoutes(deliveryRoutes), dependencies);
	await app.register(namedRoutes(webhookUpkeepRoutes), dependencies);
	await app.register(namedRoutes(realtimeRoutes), dependencies);
	await app.register(namedRoutes(adminSessionRoutes), dependencies);
	await app.register(namedRoutes(adminKeyRoutes), dependencies);
	await app.register(namedRoutes(adminOverviewRoutes), dependencies);
	await app.register(namedRoutes(adminEventRoutes), dependencies);
	await app.register(pageRoutes, { pageFolder: server.pageFolder });
	if (simulator !== null)
		await app.register(namedRoutes(simulatorRoutes(simulator), 'simulatorRoutes'), dependencies);
	if (cloudApi !== null)
		await app.register(namedRoutes(cloudApiHookRoutes(cloudApi), 'cloudApiHookRoutes'), dependencies);
	return app as unknown as FastifyInstance;
}
