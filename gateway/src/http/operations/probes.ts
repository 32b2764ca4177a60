import { Type } from 'typebox';
import { GatewayError } from '../../domain/error.ts';
import { routeDefiner } from '../server/define-route.ts';
import type { Routes } from '../server/dependencies.ts';
import { OneOf } from '../server/schemas/fields.ts';

const config = { rateLimitExempt: true, allowHttp: true, suppressLog: true } as const;
const ERRORS = ['invalid_parameters', 'internal_error', 'service_unavailable'] as const;
const NoQuery = Type.Object({}, { additionalProperties: false });
/** Seconds after which a client asks a gateway again that is not ready. */
const RETRY_AFTER = 5;

/** `GET /livez` and `GET /readyz`, for process managers, monitoring and load balancers. */
export const probeRoutes: Routes<'readiness'> = (app, { readiness }) => {
	const defineRoute = routeDefiner(app, { tag: 'Operation', access: 'public', extension: true });

	defineRoute({
		method: 'GET',
		url: '/livez',
		config,
		operationId: 'getLiveness',
		summary: 'Tell that the process answers',
		querystring: NoQuery,
		response: Type.Object({ status: OneOf(['alive']) }),
		errors: ERRORS,
		handler: () => ({ status: 'alive' as const }),
	});

	defineRoute({
		method: 'GET',
		url: '/readyz',
		config,
		operationId: 'getReadiness',
		summary: 'Tell whether the gateway should get traffic',
		description:
			'503 while it starts, while it upgrades the database, while it shuts down, and while the store takes no writes; the message says which, and how far an upgrade is, such as "The database is being upgraded: step 2 of 5, 41 % of messages."',
		querystring: NoQuery,
		response: Type.Object({ status: OneOf(['ready']) }),
		errors: ERRORS,
		handler: async () => {
			const reason = await readiness.notReadyReason();
			if (reason === null) return { status: 'ready' as const };
			throw new GatewayError('service_unavailable', reason, { retryAfter: RETRY_AFTER });
		},
	});
	return Promise.resolve();
};
