import type { NetworkProblem } from './networkErrors';

/** A response without a body of the gateway. */
interface ForeignResponse {
	statusCode: number;
	headers: Readonly<Record<string, unknown>>;
	body: unknown;
}

/** Maximum number of characters of a page that are read to tell whose it is. */
const MAX_PAGE_LENGTH = 10_000;

/** Returns what is wrong when another server responds at `address`, the Gateway URL: a proxy, a sign-in or another program. */
export function otherServer({ statusCode, headers, body }: ForeignResponse, address: string): NetworkProblem {
	const page = typeof body === 'string' ? body.slice(0, MAX_PAGE_LENGTH) : '';
	const target = redirectTarget(headers.location, address);
	if (statusCode >= 300 && statusCode < 400 && target !== undefined) {
		return target.origin === new URL(address).origin
			? {
					message: `${address} redirects to another page, e.g. to sign in`,
					nextStep: 'Enter an address at which the gateway itself responds.',
				}
			: {
					message: `${address} redirects to ${target.address}`,
					nextStep: 'Enter that address as Gateway URL.',
				};
	}
	if (statusCode === 401 || statusCode === 407) {
		return {
			message: `A server in front of the gateway asks for a sign-in (HTTP ${statusCode})`,
			nextStep: 'Enter an address at which the gateway itself responds.',
		};
	}
	if (statusCode === 413) {
		return {
			message: `A proxy in front of the gateway refuses a request of this size (HTTP ${statusCode})`,
			nextStep: 'Let it accept 101 MB, in nginx with client_max_body_size.',
		};
	}
	if (statusCode === 429) {
		return {
			message: `A server in front of the gateway limits the number of requests (HTTP ${statusCode})`,
			nextStep: 'Raise its limit, or send fewer requests at a time.',
		};
	}
	if (statusCode === 400 && /plain HTTP request|HTTP request to an HTTPS server/i.test(page)) {
		return {
			message: `${address} accepts HTTPS only`,
			nextStep: 'Enter a Gateway URL that starts with https://.',
		};
	}
	if (isUnreachableBehindProxy(statusCode)) {
		return {
			message: `The proxy at ${address} does not reach the gateway (HTTP ${statusCode})`,
			nextStep: 'Start the gateway, and check its address in the proxy.',
		};
	}
	if (/<title>\s*n8n\b|name="n8n:/i.test(page)) {
		return {
			message: `${address} is n8n itself`,
			nextStep: 'Enter the address of the gateway, e.g. http://127.0.0.1:8080.',
		};
	}
	return {
		message: `No gateway responds at ${address}, but another program (HTTP ${statusCode})`,
		nextStep: 'Check host, port and path of the Gateway URL.',
	};
}

/** The statuses of proxies, and those of Cloudflare's own from 520 on. */
function isUnreachableBehindProxy(statusCode: number): boolean {
	return (statusCode >= 502 && statusCode <= 504) || (statusCode >= 520 && statusCode <= 530);
}

/**
 * Returns where a redirect of a request below `address` leads: scheme, host and port, and as `address` the Gateway URL there,
 * which keeps the path of a gateway below one. Undefined when the header is no URL.
 */
function redirectTarget(location: unknown, address: string): { origin: string; address: string } | undefined {
	if (typeof location !== 'string' || !URL.canParse(location, address)) return undefined;
	const { origin, pathname } = new URL(location, address);
	const path = new URL(address).pathname.replace(/\/+$/, '');
	return { origin, address: pathname.startsWith(`${path}/`) ? `${origin}${path}` : origin };
}
