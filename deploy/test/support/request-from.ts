import { request } from 'node:https';

export interface Sent {
	/** The address of this machine that the request comes from: all of 127.0.0.0/8 are its own. */
	from?: string;
	method?: string;
	headers?: Record<string, string>;
	body?: Buffer | string;
}

export interface Received {
	status: number;
	headers: NodeJS.Dict<string | string[]>;
	text: string;
}

/** Sends requests to a server on this machine whose certificate is self-signed. */
export function createRequester(port: number, cert: string) {
	return (path: string, { from, method = 'GET', headers = {}, body }: Sent = {}): Promise<Received> =>
		new Promise((resolve, reject) => {
			const sent = request(
				{
					host: '127.0.0.1',
					port,
					path,
					method,
					headers,
					ca: cert,
					// The header Host may name another one.
					servername: '',
					checkServerIdentity: () => undefined,
					agent: false,
					...(from === undefined ? {} : { localAddress: from }),
				},
				(response) => {
					const chunks: Buffer[] = [];
					response.on('data', (chunk: Buffer) => chunks.push(chunk));
					response.on('error', reject);
					response.on('end', () => {
						const text = Buffer.concat(chunks).toString();
						resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
					});
				},
			);
			sent.on('error', reject);
			sent.end(body);
		});
}
