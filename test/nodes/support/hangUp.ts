import { once } from 'node:events';
import type { ServerResponse } from 'node:http';

/** Called by a server before it responds to a request. */
export type BeforeResponse = (response: ServerResponse) => Promise<void>;

/**
 * Returns the signal for a request whose client closes the connection before n8n responds, as a gateway does that has
 * waited long enough, and what n8n then calls before it responds.
 */
export function hangUp(): { signal: AbortSignal; beforeResponse: BeforeResponse } {
	const client = new AbortController();
	return {
		signal: client.signal,
		async beforeResponse(response) {
			const closed = once(response, 'close');
			client.abort();
			await closed;
		},
	};
}
