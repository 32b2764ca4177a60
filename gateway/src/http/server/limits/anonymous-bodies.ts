import type { FastifyInstance, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { GatewayError } from '../../../domain/error.ts';
import { networkOf } from '../../../lib/guarded-http/address.ts';
import { createTally } from '../../../lib/tally.ts';

/** Maximum bytes of bodies in flight of anonymous callers: in total, and for each network. */
const IN_ALL = 48 * 1024 ** 2;
const OF_NETWORK = 12 * 1024 ** 2;
/** Largest body of a public route without a limit of its own. */
const BODY_LIMIT = 64 * 1024;
/** Milliseconds in which such a body has to arrive. */
const BODY_TIMEOUT = 10_000;
/** Seconds. */
const RETRY_AFTER = 10;

/**
 * Bounds the memory of public routes for anonymous callers: small bodies, a short timeout, and a budget for the bodies
 * in flight, by their stated lengths. Throws service_unavailable.
 */
export const anonymousBodies = plugin((app: FastifyInstance) => {
	const byNetwork = createTally();
	let total = 0;

	app.addHook('onRoute', (route) => {
		if (route.config?.access !== 'public') return;
		route.bodyLimit ??= BODY_LIMIT;
		route.config.bodyTimeout ??= BODY_TIMEOUT;
	});
	app.addHook('onRequest', (request, _reply, done) => {
		const { config, bodyLimit } = request.routeOptions;
		const size = config.access === 'public' ? statedSize(request, bodyLimit) : 0;
		if (size === 0 || request.forwardedFor !== null) {
			done();
			return;
		}
		const network = networkOf(request.ip);
		if (total + size > IN_ALL || byNetwork.of(network) + size > OF_NETWORK) {
			done(
				new GatewayError('service_unavailable', 'Too many requests are on their way from your address.', {
					retryAfter: RETRY_AFTER,
				}),
			);
			return;
		}
		total += size;
		byNetwork.add(network, size);
		request.raw.once('close', () => {
			total -= size;
			byNetwork.add(network, -size);
		});
		done();
	});
	return Promise.resolve();
});

/** Bytes that the body of a request may have: what it states, or the most that is read. */
function statedSize({ headers }: FastifyRequest, limit: number): number {
	if (headers['transfer-encoding'] !== undefined) return limit;
	return Math.min(limit, Number(headers['content-length'] ?? 0));
}
