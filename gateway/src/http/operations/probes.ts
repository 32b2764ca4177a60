import { Type } from 'typebox';
import { GatewayError } from '../../domain/error.ts';
import { routeDefiner } from '../server/define-route.ts';
import type { Routes } from '../server/dependencies.ts';
import { OneOf } from '../server/schemas/fields.ts';

const config = { rateLimitExempt: true, allowHttp: true, suppressLog: true } as const;
const ERRORS = ['invalid_parameters', 'internal_error', 'service_unavailable'] as const;
const NoQuery = Type.Object({}, { additionalProperties: false });
/** Seconds until a client retries after a gateway was not ready. */
const RETRY_AFTER = 5;

/** `GET /livez` and `GET /readyz`, for process managers, monitoring and load balancers. */
export const probeRoutes: Routes<'readiness'> = (app, { readiness }) => {
	const defineRoute = routeDefiner(app, { tag: 'Operation', access: 'public', extension: true });

	defineRoute({
		method: 'GET',
		url: '/livez',
		config,
		operationId: 'getLiveness',
		summary: 'Check that the process responds',
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
		summary: 'Check whether the gateway is ready for traffic',
		description:
			'503 during the start, an upgrade of the database and the shutdown, and while the store does not accept writes. The message has the reason and the progress of an upgrade, such as "The database is being upgraded: step 2 of 5, 41 % of messages."',
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
