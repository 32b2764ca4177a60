import { GatewayError } from '../domain/error.ts';
import { isPublicOrAllowed } from '../lib/guarded-http/outgoing-url.ts';
import type { Guard } from '../lib/guarded-http/target.ts';

const PROTOCOLS = ['http:', 'https:', 'socks5:', 'socks5h:'];

/**
 * Checks the URL of a proxy: HTTP CONNECT or SOCKS5, at a public address or at one that the operator allows. A name that
 * does not resolve is valid, because it may resolve later. Throws invalid_parameters; its message contains no part of
 * the URL, which may have a password.
 */
export async function checkProxyUrl(guard: Guard, text: string): Promise<void> {
	const url = URL.parse(text);
	if (url === null || !PROTOCOLS.includes(url.protocol) || url.hostname === '') {
		throw refused(
			'has to be a URL that begins with http://, https:// or socks5://, such as socks5://user:password@proxy.example.com:1080',
		);
	}
	if (url.pathname.length > 1 || url.search !== '' || url.hash !== '') {
		throw refused('has a host and a port, and nothing behind them');
	}
	if (url.port === '' && url.protocol.startsWith('socks5')) throw refused('needs a port, such as 1080');
	if (!(await isPublicOrAllowed(guard, url))) {
		throw refused(
			'has to lead to a public address. For a proxy on this host or network, the operator can allow it with GATEWAY_ALLOW_PRIVATE_NETWORKS',
		);
	}
}

function refused(reason: string): GatewayError {
	return new GatewayError('invalid_parameters', `"settings.proxyUrl" ${reason}.`);
}
