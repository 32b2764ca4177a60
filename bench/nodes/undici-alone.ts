import { Agent } from 'undici';
import { serveRequests } from '../worker.ts';

/** Messages to send, and the number of connections. */
export interface UndiciJob {
	url: string;
	key: string;
	bodies: readonly string[];
	connections: number;
}

/** A process in which undici only sends. Replies with the seconds until all messages were accepted. */
serveRequests(async (message) => {
	const { url, key, bodies, connections } = message as UndiciJob;
	const agent = new Agent({ allowH2: false, pipelining: 1, connections });
	const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
	const queue = bodies.values();
	const start = performance.now();
	await Promise.all(
		Array.from({ length: connections }, async () => {
			for (const body of queue) {
				const path = '/v1/messages/send';
				const response = await agent.request({ origin: url, path, method: 'POST', headers, body });
				await response.body.json();
				if (response.statusCode !== 202)
					throw new Error(`The gateway responded with ${response.statusCode}.`);
			}
		}),
	);
	const seconds = (performance.now() - start) / 1000;
	await agent.close();
	return seconds;
});
