import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { GatewayError } from './domain/error.ts';
import type { Dependencies } from './http/server/dependencies.ts';
import { namedRoutes } from './http/server/named-routes.ts';
import { authorisation, identification } from './http/server/authentication.ts';
import { bodyParsing } from './http/server/body-parsing.ts';
import { errors, sendError } from './http/server/errors.ts';
import { forwardedRequests, forwarding } from './http/server/forwarding.ts';
import { nullCharacters } from './http/server/null-characters.ts';
import { openApi } from './http/server/openapi.ts';
import { rateLimits, writeRateLimitExempt } from './http/server/rate-limits.ts';
import { requestObservation } from './http/server/request-observation.ts';
import { requestIds } from './http/server/request-ids.ts';
import { serialization } from './http/server/serialization.ts';
import { shutdown } from './http/server/shutdown.ts';
import { transportSecurity } from './http/server/transport-security.ts';
import { validation } from './http/server/validation.ts';
import { createRateLimiters } from './http/server/rate-limiters.ts';
import { chatRoutes } from './http/chats/routes.ts';
import { adminEventRoutes } from './http/admin/events-routes.ts';
import { adminKeyRoutes } from './http/admin/keys-routes.ts';
import { adminOverviewRoutes } from './http/admin/overview-routes.ts';
import { adminSessionRoutes } from './http/admin/sessions-routes.ts';
import { cloudApiWebhookRoutes } from './http/hooks/cloud-api-routes.ts';
import { contactRoutes } from './http/contacts/routes.ts';
import { deliveryRoutes } from './http/deliveries/routes.ts';
import { groupRoutes } from './http/groups/routes.ts';
import { healthRoutes } from './http/operations/health.ts';
import { historyRoutes } from './http/chats/history-routes.ts';
import { instanceChangeRoutes } from './http/instances/change-routes.ts';
import { instanceRoutes } from './http/instances/routes.ts';
import { mediaRoutes } from './http/media/routes.ts';
import { messageRoutes } from './http/messages/routes.ts';
import { metricsRoutes } from './http/operations/metrics.ts';
import { pageRoutes } from './http/page/routes.ts';
import { probeRoutes } from './http/operations/probes.ts';
import { realtimeRoutes } from './http/realtime/routes.ts';
import { simulatorApi } from './network/simulator/api/plugin.ts';
import { templateRoutes } from './http/templates/routes.ts';
import { usageRoutes } from './http/operations/usage.ts';
import { webhookDeliveryRoutes } from './http/deliveries/webhook-routes.ts';
import { webhookMaintenanceRoutes } from './http/webhooks/maintenance-routes.ts';
import { webhookRoutes } from './http/webhooks/routes.ts';
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
const CONNECTION_IDLE_TIMEOUT = 300_000;

/**
 * Builds the HTTP side of the gateway, ready to be asked but not listening. The plugins run in this order for
 * every request: its id, what follows it, who calls, how often, shutting down, HTTPS, whether they may.
 */
export async function buildApp(dependencies: Dependencies, server: ServerOptions): Promise<FastifyInstance> {
	const { store, clock, newId, peers, plan, rateLimitsEnforced, simulator, cloudApi, observability } =
		dependencies;
	const app = Fastify({
		loggerInstance: server.logger,
		logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
		genReqId: () => newId('req'),
		bodyLimit: BODY_LIMIT,
		connectionTimeout: CONNECTION_IDLE_TIMEOUT,
		trustProxy: server.trustedProxies.length === 0 ? false : [...server.trustedProxies],
		return503OnClosing: false,
		routerOptions: { ignoreTrailingSlash: true, maxParamLength: PATH_PART_LIMIT },
		frameworkErrors: (_error, request, reply) => {
			writeRateLimitExempt(reply, plan, clock);
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
	await app.register(rateLimits, { plan, limiters, enforced: rateLimitsEnforced, clock });
	await app.register(shutdown);
	await app.register(transportSecurity);
	await app.register(authorisation, { store, publicUrl: dependencies.publicUrl });
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
	await app.register(namedRoutes(webhookMaintenanceRoutes), dependencies);
	await app.register(namedRoutes(realtimeRoutes), dependencies);
	await app.register(namedRoutes(adminSessionRoutes), dependencies);
	await app.register(namedRoutes(adminKeyRoutes), dependencies);
	await app.register(namedRoutes(adminOverviewRoutes), dependencies);
	await app.register(namedRoutes(adminEventRoutes), dependencies);
	await app.register(pageRoutes, { pageFolder: server.pageFolder });
	if (simulator !== null)
		await app.register(namedRoutes(simulatorApi(simulator), 'simulatorApi'), dependencies);
	if (cloudApi !== null)
		await app.register(namedRoutes(cloudApiWebhookRoutes(cloudApi), 'cloudApiWebhookRoutes'), dependencies);
	return app as unknown as FastifyInstance;
}
