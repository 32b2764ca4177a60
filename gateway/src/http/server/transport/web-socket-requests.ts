import type { IncomingMessage } from 'node:http';

/**
 * Whether a request asks for a WebSocket. Other offers to change the protocol are ignored, as HTTP allows: clients that
 * can do HTTP/2 add `Upgrade: h2c` to ordinary requests, with bodies too.
 */
export function asksForWebSocket({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean {
	return method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket';
}
