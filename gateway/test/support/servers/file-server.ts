import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** Responds to requests of one path. */
export type Serve = (request: IncomingMessage, response: ServerResponse) => void;

export interface FileServer {
	/** Returns the URL of a path. */
	url(path: string): string;
	/** Sets the response of a path; returns its URL. */
	serve(path: string, how: Serve): string;
	/** Returns the methods of the requests to a path so far, in order. */
	asked(path: string): string[];
	close(): Promise<void>;
}

/** Starts a file server on this machine, with HTTPS if it has a certificate. */
export async function startFileServer(tls?: { key: string; cert: string }): Promise<FileServer> {
	const paths = new Map<string, Serve>();
	const asked: { method: string; path: string }[] = [];
	const listener: RequestListener = (request, response) => {
		const path = request.url ?? '';
		asked.push({ method: request.method ?? '', path });
		const serve = paths.get(path);
		if (serve !== undefined) serve(request, response);
		else response.writeHead(404).end();
	};
	const server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	const url = (path: string): string => `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}${path}`;
	return {
		url,
		serve(path, how) {
			paths.set(path, how);
			return url(path);
		},
		asked: (path) => asked.filter((one) => one.path === path).map(({ method }) => method),
		close: () =>
			new Promise((resolve) => {
				server.close(() => {
					resolve();
				});
				server.closeAllConnections();
			}),
	};
}

/** Responds with bytes, their type and length to HEAD and GET. */
export function file(bytes: Uint8Array, contentType: string): Serve {
	return (request, response) => {
		response.writeHead(200, { 'content-type': contentType, 'content-length': bytes.length });
		response.end(request.method === 'HEAD' ? undefined : bytes);
	};
}

/** Redirects to another URL. */
export function redirect(location: string, status = 302): Serve {
	return (_request, response) => {
		response.writeHead(status, { location }).end();
	};
}
