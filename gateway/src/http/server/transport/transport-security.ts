import type { FastifyInstance, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { GatewayError } from '../../../domain/error.ts';
import { isLoopback } from '../../../lib/guarded-http/address.ts';
import { hostOf } from './host-names.ts';

declare module 'fastify' {
	interface FastifyContextConfig {
		/** Plain HTTP is accepted: the request and its response are not secret, and probes have no certificates. */
		allowHttp?: boolean;
	}
}

interface Options {
	/** Names of this host that programs on this machine may use, in lower case. */
	allowedHosts: readonly string[];
	/** Whether X-Forwarded-* headers of proxies are trusted. */
	behindProxy: boolean;
}

/**
 * Requires HTTPS (specification, Authentication 3): TLS here, or at a trusted proxy that reports it. Programs on this
 * machine may use plain HTTP: their requests come from a loopback address and name a loopback host. A request that names
 * another host, or that an unknown proxy has forwarded, came from somewhere else. Throws https_required.
 */
export const transportSecurity = plugin((app: FastifyInstance, { allowedHosts, behindProxy }: Options) => {
	function isLocal(request: FastifyRequest): boolean {
		const { headers, socket, ip } = request;
		if (!isLoopback(socket.localAddress ?? '') || !isLoopback(ip)) return false;
		const host = hostOf(request);
		if (!isLoopback(host) && !allowedHosts.includes(host)) return false;
		return behindProxy || (headers.forwarded ?? headers['x-forwarded-for']) === undefined;
	}

	app.addHook('onRequest', (request, _reply, done) => {
		const { allowHttp = false } = request.routeOptions.config;
		if (request.protocol === 'https' || allowHttp || isLocal(request)) {
			done();
			return;
		}
		done(
			new GatewayError(
				'https_required',
				'Use https:// for this gateway; an API key must not be sent unencrypted. Behind a proxy, set GATEWAY_TRUST_PROXY.',
			),
		);
	});
	return Promise.resolve();
});
