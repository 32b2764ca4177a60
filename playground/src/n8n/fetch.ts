import { setTimeout as delay } from 'node:timers/promises';

const LIMIT_MS = 60_000;
const PAUSE_MS = 500;

/**
 * Sends a request to n8n, again while n8n answers that its database is not ready, for at most a minute. n8n answers
 * so to each request after its own check of the database took longer than 5 seconds, as on a busy machine; it has not
 * looked at the request then, so that sending it again does nothing twice. The body must be one that can be sent
 * again: text or form data.
 *
 * Source: `setupHealthCheck` in n8n's `abstract-server.ts`.
 */
export async function fetchFromN8n(url: string, init: RequestInit = {}): Promise<Response> {
	const deadline = Date.now() + LIMIT_MS;
	for (;;) {
		const response = await fetch(url, init);
		if (Date.now() >= deadline || !(await isDatabaseUnready(response))) return response;
		await response.body?.cancel();
		await delay(PAUSE_MS, undefined, init.signal ? { signal: init.signal } : {});
	}
}

async function isDatabaseUnready(response: Response): Promise<boolean> {
	if (response.status !== 503) return false;
	return (await response.clone().text()).includes('Database is not ready!');
}
