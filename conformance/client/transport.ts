import { Agent, request as send, type IncomingHttpHeaders } from 'node:http';

export interface Request {
	method: string;
	/** Path and query, escaped. */
	target: string;
	headers: Readonly<Record<string, string>>;
	body: string | Buffer | null;
}

export interface HttpResponse {
	status: number;
	headers: IncomingHttpHeaders;
	bytes: Buffer;
	/** The parsed body; undefined: not JSON. */
	json: unknown;
	milliseconds: number;
}

export interface Transport {
	send(request: Request): Promise<HttpResponse>;
	close(): void;
}

/** Milliseconds after which a request is aborted. */
const REQUEST_TIMEOUT = 15_000;

/**
 * Creates a client that sends requests unchanged over keep-alive connections, from an address of this machine if one is
 * given.
 */
export function createTransport(url: string, localAddress?: string): Transport {
	const agent = new Agent({ keepAlive: true, maxSockets: 32 });
	const { hostname, port } = new URL(url);
	return {
		send: ({ method, target, headers, body }) => {
			const startedAt = performance.now();
			return new Promise((resolve, reject) => {
				const length = body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) };
				const outgoing = send(
					{
						hostname,
						port,
						agent,
						...(localAddress === undefined ? {} : { localAddress }),
						method,
						path: target,
						headers: { ...length, ...headers },
						timeout: REQUEST_TIMEOUT,
					},
					(response) => {
						const chunks: Buffer[] = [];
						response.on('data', (chunk: Buffer) => chunks.push(chunk));
						response.once('error', reject);
						response.once('end', () => {
							const bytes = Buffer.concat(chunks);
							resolve({
								status: response.statusCode ?? 0,
								headers: response.headers,
								bytes,
								json: parseJson(bytes),
								milliseconds: performance.now() - startedAt,
							});
						});
					},
				);
				outgoing.once('timeout', () => {
					outgoing.destroy(new Error(`No response within ${REQUEST_TIMEOUT / 1000} seconds.`));
				});
				outgoing.once('error', reject);
				outgoing.end(body ?? undefined);
			});
		},
		close() {
			agent.destroy();
		},
	};
}

function parseJson(bytes: Buffer): unknown {
	try {
		return JSON.parse(bytes.toString());
	} catch {
		return undefined;
	}
}
