import { Agent } from 'undici';
import { serveRequests } from '../worker.ts';

/** Bodies to post to a receiver, the number of connections, and for how long. */
export interface PostJob {
	url: string;
	headers: Record<string, string>;
	bodies: readonly string[];
	connections: number;
	seconds: number;
}

/** A process in which undici only posts. Replies with the number of responses with 200 per second. */
serveRequests(async (message) => {
	const { url, headers, bodies, connections, seconds } = message as PostJob;
	const agent = new Agent({ allowH2: false, pipelining: 1 });
	const { origin, pathname } = new URL(url);
	const start = performance.now();
	const end = start + seconds * 1000;
	let posted = 0;
	async function post(): Promise<void> {
		while (performance.now() < end) {
			const body = bodies[posted % bodies.length] ?? '';
			const response = await agent.request({ origin, path: pathname, method: 'POST', headers, body });
			await response.body.dump();
			if (response.statusCode === 200) posted += 1;
		}
	}
	await Promise.all(Array.from({ length: connections }, post));
	const rate = posted / ((performance.now() - start) / 1000);
	await agent.close();
	return rate;
});
