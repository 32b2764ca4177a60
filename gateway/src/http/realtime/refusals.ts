import { GatewayError } from '../../domain/error.ts';
import { PER_ADDRESS } from '../../realtime/connection-limits.ts';
import { WAITING_LIMIT } from '../../realtime/message-queue.ts';

/** The client did not send its key, or subscribe in its session, in time. */
export function notIdentified(): GatewayError {
	return new GatewayError('missing_api_key', 'Subscribe to a channel with an apiKey within ten seconds.');
}

/** The client sends faster than the gateway answers. */
export function tooManyMessages(): GatewayError {
	return new GatewayError(
		'rate_limit_exceeded',
		`More than ${WAITING_LIMIT} messages wait to be handled. Wait for answers before you send more.`,
	);
}

/** There is no room for another connection: of the address, or of all clients. */
export function tooManyConnections(limit: 'address' | 'all'): GatewayError {
	return limit === 'address'
		? new GatewayError(
				'rate_limit_exceeded',
				`More than ${PER_ADDRESS} real-time connections from your address. Close some of them.`,
				{ retryAfter: 60 },
			)
		: new GatewayError('service_unavailable', 'The gateway has no room for another real-time connection.', {
				retryAfter: 60,
			});
}

/** The request opens no WebSocket. */
export function upgradeRequired(): GatewayError {
	return new GatewayError(
		'upgrade_required',
		'This is the real-time channel: open a WebSocket here, and subscribe to instance:<instanceId>:status.',
	);
}

/** The error that a client sees: one of its own as it is, any other without its details. */
export function asGatewayError(error: unknown): GatewayError {
	return error instanceof GatewayError
		? error
		: new GatewayError('internal_error', 'Something went wrong in the gateway. Its log has the details.');
}
