import type { FastifyInstance, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { isIP } from 'node:net';
import { GatewayError } from '../../../domain/error.ts';
import { isLoopback } from '../../../lib/guarded-http/address.ts';
import { bareHost } from '../../../lib/guarded-http/allowed-target.ts';

interface Options {
	/** The names of this gateway besides addresses and `localhost`, in lower case. */
	names: readonly string[];
	/** Whether the operator has said its public name: then requests over HTTPS must name it too. */
	isNamed: boolean;
}

/** Most host names that are logged, each once. */
const LOGGED_LIMIT = 20;

/**
 * Refuses requests that name another host: a page of another site, whose name was made to resolve to this gateway (DNS
 * rebinding), could otherwise use it like a page of its own. An address cannot be rebound, so it is accepted; so is any
 * name over HTTPS while no public name is set, because the certificate ties the name. Throws misdirected_request.
 */
export const hostNames = plugin((app: FastifyInstance, { names, isNamed }: Options) => {
	const logged = new Set<string>();

	function isOwn(request: FastifyRequest, host: string): boolean {
		if (isLoopback(host) || isIP(host) !== 0 || names.includes(host)) return true;
		return request.protocol === 'https' && !isNamed;
	}

	app.addHook('onRequest', (request, _reply, done) => {
		if (countHosts(request.raw.rawHeaders) > 1) {
			done(new GatewayError('invalid_parameters', 'Send the header Host once.'));
			return;
		}
		if (request.routeOptions.config.allowHttp === true) {
			done();
			return;
		}
		const host = hostOf(request);
		if (host === '') {
			done(new GatewayError('invalid_parameters', 'Send the header Host.'));
			return;
		}
		if (isOwn(request, host)) {
			done();
			return;
		}
		if (logged.size < LOGGED_LIMIT && !logged.has(host)) {
			logged.add(host);
			request.log.warn(
				{ host: host.slice(0, 255) },
				'a request for another host name was refused; if it is a name of this gateway, set GATEWAY_PUBLIC_URL or add it to GATEWAY_ALLOWED_HOSTS',
			);
		}
		done(
			new GatewayError(
				'misdirected_request',
				'This is not a host name of the gateway. Its operator can add the name to GATEWAY_ALLOWED_HOSTS.',
			),
		);
	});
	return Promise.resolve();
});

/** Counts the Host headers in names and values that alternate: proxies may read another one than Node (RFC 9112, 3.2). */
function countHosts(rawHeaders: readonly string[]): number {
	let count = 0;
	for (let index = 0; index < rawHeaders.length; index += 2) {
		const name = rawHeaders[index];
		if (name?.length === 4 && name.toLowerCase() === 'host') count += 1;
	}
	return count;
}

/** The host name of a request in lower case, without port, brackets and the dot at the end. */
export function hostOf({ hostname }: FastifyRequest): string {
	return bareHost(hostname);
}
