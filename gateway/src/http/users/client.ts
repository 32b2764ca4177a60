import type { FastifyRequest } from 'fastify';
import type { RelyingParty } from '../../access/users/passkeys.ts';
import type { ClientInfo } from '../../access/users/session.ts';

/** The origin of the gateway's page: GATEWAY_PUBLIC_URL, or the address by which the browser reached the gateway. */
export function pageUrlOf({ protocol, host }: FastifyRequest, publicUrl: string | null): string {
	return publicUrl ?? `${protocol}://${host}`;
}

/** The page as passkeys know it: they belong to its host name. */
export function relyingPartyOf(request: FastifyRequest, publicUrl: string | null): RelyingParty {
	const { origin, hostname } = new URL(pageUrlOf(request, publicUrl));
	return { id: hostname, origin };
}

/** The browser that sends a request. */
export function clientOf(request: FastifyRequest): ClientInfo {
	return { address: request.ip, userAgent: request.headers['user-agent'] };
}
