import { Type } from 'typebox';
import { GatewayError } from '../../domain/error.ts';
import type { Routes } from '../server/dependencies.ts';
import { EXTENSION, OneOf } from '../server/fields.ts';
import { errorResponsesWithoutKey } from '../server/responses.ts';

const tags = ['Operation'];
const config = { access: 'public', rateLimitExempt: true, allowHttp: true, suppressLog: true } as const;
const NOTHING = Type.Object({}, { additionalProperties: false });
/** Seconds after which a gateway that is not ready may be. */
const RETRY_AFTER = 5;

/** `GET /livez` and `GET /readyz`, for what starts, watches and balances gateways. */
export const probeRoutes: Routes = (app, { readiness }) => {
	app.get(
		'/livez',
		{
			config,
			schema: {
				tags,
				...EXTENSION,
				operationId: 'getLiveness',
				summary: 'Tell that the process answers',
				querystring: NOTHING,
				response: {
					200: Type.Object({ status: OneOf(['alive']) }),
					...errorResponsesWithoutKey('invalid_parameters', 'internal_error', 'service_unavailable'),
				},
			},
		},
		() => ({ status: 'alive' as const }),
	);

	app.get(
		'/readyz',
		{
			config,
			schema: {
				tags,
				...EXTENSION,
				operationId: 'getReadiness',
				summary: 'Tell whether the gateway should get traffic',
				description:
					'503 while it starts, while it shuts down, and while the store takes no writes; the message says which.',
				querystring: NOTHING,
				response: {
					200: Type.Object({ status: OneOf(['ready']) }),
					...errorResponsesWithoutKey('invalid_parameters', 'internal_error', 'service_unavailable'),
				},
			},
		},
		async () => {
			const obstacle = await readiness.notReadyReason();
			if (obstacle === null) return { status: 'ready' as const };
			throw new GatewayError('service_unavailable', obstacle, { retryAfter: RETRY_AFTER });
		},
	);
	return Promise.resolve();
};
