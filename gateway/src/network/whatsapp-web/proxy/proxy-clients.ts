import type { Agent as HttpAgent, ClientRequestArgs } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Duplex } from 'node:stream';
import { connect as connectTls, type ConnectionOptions } from 'node:tls';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import { http } from '../../../lib/node-http.ts';
import { isMediaHost } from '../files/media-address.ts';
import type { OpenTunnel } from './open-tunnel.ts';

const HTTPS_PORT = 443;

type OnSocket = (error: Error | null, socket: Duplex) => void;

/** The agent for the WebSocket to this URL, through a proxy. */
export function webSocketAgent(openTunnel: OpenTunnel, url: string): HttpAgent {
	const isEncrypted = new URL(url).protocol === 'wss:';
	const agent = isEncrypted ? new HttpsAgent() : new http.Agent();
	agent.createConnection = (options: ClientRequestArgs & ConnectionOptions, callback?: OnSocket) => {
		const host = options.host ?? '';
		openTunnel(host, Number(options.port)).then(
			(socket) => {
				const { servername = host } = options;
				callback?.(null, isEncrypted ? connectTls({ ...options, socket, servername }) : socket);
			},
			(error: unknown) => {
				(callback as ((error: Error) => void) | undefined)?.(error as Error);
			},
		);
		return undefined;
	};
	return agent;
}

/** The HTTP client for files, through a proxy. It connects to WhatsApp's hosts only, and encrypted. */
export function fileAgent(openTunnel: OpenTunnel): Dispatcher {
	const encrypt = buildConnector({ allowH2: false });
	return new Agent({
		allowH2: false,
		pipelining: 1,
		connect(options, callback) {
			const { hostname, port, protocol } = options;
			if (protocol !== 'https:' || !isMediaHost(hostname)) {
				callback(new Error('The URL of a file does not name a host of WhatsApp.'), null);
				return;
			}
			openTunnel(hostname, port === '' ? HTTPS_PORT : Number(port)).then(
				(httpSocket) => {
					encrypt({ ...options, httpSocket }, callback);
				},
				(error: unknown) => {
					callback(error as Error, null);
				},
			);
		},
	});
}
