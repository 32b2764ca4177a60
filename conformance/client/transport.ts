import { Agent, request as send, type IncomingHttpHeaders } from 'node:http';

export interface Request {
	method: string;
	/** Path and query, escaped. */
	target: string;
	headers: Readonly<Record<string, string>>;
	body: string | Buffer | null;
}

export interface Answer {
	status: number;
	headers: IncomingHttpHeaders;
	bytes: Buffer;
	/** The parsed body; undefined where it is not JSON. */
	json: unknown;
	milliseconds: number;
}

export interface Transport {
	send(request: Request): Promise<Answer>;
	close(): void;
}

/** An answer that takes longer never comes, as far as the checker is concerned. */
const PATIENCE = 15_000;

/** Sends requests exactly as they are, over connections that are kept open. */
export function createTransport(url: string): Transport {
	const agent = new Agent({ keepAlive: true, maxSockets: 32 });
	const { hostname, port } = new URL(url);
	return {
		send: ({ method, target, headers, body }) => {
			const begun = performance.now();
			return new Promise((resolve, reject) => {
				const length = body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) };
				const outgoing = send(
					{
						hostname,
						port,
						agent,
						method,
						path: target,
						headers: { ...length, ...headers },
						timeout: PATIENCE,
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
								json: parsed(bytes),
								milliseconds: performance.now() - begun,
							});
						});
					},
				);
				outgoing.once('timeout', () => {
					outgoing.destroy(new Error(`No answer within ${PATIENCE / 1000} seconds.`));
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

function parsed(bytes: Buffer): unknown {
	try {
		return JSON.parse(bytes.toString());
	} catch {
		return undefined;
	}
}
