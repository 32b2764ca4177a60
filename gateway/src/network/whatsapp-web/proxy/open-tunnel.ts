import type { Socket } from 'node:net';
import { Socks5ProxyAgent } from 'undici';
import type { Guard } from '../../../lib/guarded-http/target.ts';
import { http } from '../../../lib/node-http.ts';
import { DIAL_TIMEOUT, dialProxy, type ProxyAddress } from './dial-proxy.ts';
import { asProxyError, ProxyError } from './proxy-error.ts';

/** Opens a connection to a host through a proxy, which resolves the name. Throws ProxyError. */
export type OpenTunnel = (host: string, port: number) => Promise<Socket>;

interface Credentials {
	username: string;
	password: string;
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = {
	'http:': 80,
	'https:': 443,
	'socks5:': 1080,
	'socks5h:': 1080,
};

/** Creates the tunnels of a proxy: HTTP CONNECT (`http://`, `https://`) or SOCKS5 (`socks5://`, `socks5h://`). */
export function createTunnels(proxyUrl: string, guard: Guard): OpenTunnel {
	const url = URL.parse(proxyUrl);
	const defaultPort = DEFAULT_PORTS[url?.protocol ?? ''];
	if (url === null || defaultPort === undefined || url.hostname === '') {
		return () => Promise.reject(new ProxyError('invalid'));
	}
	const address: ProxyAddress = {
		hostname: url.hostname,
		port: url.port === '' ? defaultPort : Number(url.port),
		isEncrypted: url.protocol === 'https:',
	};
	const credentials = { username: decoded(url.username), password: decoded(url.password) };
	const open = url.protocol.startsWith('socks5') ? socksTunnels : connectTunnels;
	const tunnel = open(() => dialProxy(guard, address), credentials);
	return async (host, port) => {
		try {
			return await tunnel(host, port);
		} catch (error) {
			throw asProxyError(error);
		}
	};
}

type Dial = () => Promise<Socket>;

function connectTunnels(dial: Dial, { username, password }: Credentials): OpenTunnel {
	const isAnonymous = username === '' && password === '';
	const token = Buffer.from(`${username}:${password}`).toString('base64');
	return async (host, port) => {
		const socket = await dial();
		const { promise, resolve, reject } = Promise.withResolvers<Socket>();
		const target = `${host.includes(':') ? `[${host}]` : host}:${port}`;
		const asked = http.request({
			method: 'CONNECT',
			path: target,
			headers: { host: target, ...(isAnonymous ? {} : { 'proxy-authorization': `Basic ${token}` }) },
			createConnection: () => socket,
			signal: AbortSignal.timeout(DIAL_TIMEOUT),
		});
		asked.on('connect', ({ statusCode }, _socket, head) => {
			if (statusCode !== 200) {
				reject(new ProxyError(statusCode === 407 ? 'credentials' : 'refused'));
				return;
			}
			if (head.length > 0) socket.unshift(head);
			resolve(socket);
		});
		asked.on('response', () => {
			reject(new ProxyError('unreachable'));
		});
		asked.on('error', reject);
		asked.end();
		return promise.catch((error: unknown) => {
			socket.destroy();
			throw error;
		});
	};
}

/** The method of undici's agent that its requests use; its types do not have it. */
interface SocksConnector {
	createSocks5Connection: (host: string, port: number) => Promise<Socket>;
}

function socksTunnels(dial: Dial, credentials: Credentials): OpenTunnel {
	const agent = new Socks5ProxyAgent('socks5://proxy', {
		...credentials,
		connect(_options, callback) {
			dial().then(
				(socket) => {
					callback(null, socket);
				},
				(error: unknown) => {
					callback(error as Error, null);
				},
			);
		},
	});
	const connector = agent as unknown as SocksConnector;
	return (host, port) => connector.createSocks5Connection(host, port);
}

/** Decodes a part of a URL; a part that is not encoded correctly counts as it is. */
function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
