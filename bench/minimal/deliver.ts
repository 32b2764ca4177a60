import { createHmac } from 'node:crypto';
import { Agent } from 'undici';
import type { MinimalEvent } from './store.ts';

/** Connections to the receiver. */
const CONNECTIONS = 32;
const SIGNING_SECRET = Buffer.alloc(32, 1);

/** Returns a function that posts a signed event to a receiver. It throws when the answer is not 200. */
export function createDelivery(receiverUrl: string): (event: MinimalEvent) => Promise<void> {
	const agent = new Agent({ allowH2: false, pipelining: 1, connections: CONNECTIONS });
	const { origin, pathname } = new URL(receiverUrl);
	return async ({ id, body }) => {
		const timestamp = String(Math.floor(Date.now() / 1000));
		const signature = createHmac('sha256', SIGNING_SECRET)
			.update(`${id}.${timestamp}.${body}`)
			.digest('base64');
		const response = await agent.request({
			origin,
			path: pathname,
			method: 'POST',
			headers: {
				'content-type': 'application/json',
				'webhook-id': id,
				'webhook-timestamp': timestamp,
				'webhook-signature': `v1,${signature}`,
			},
			body,
		});
		await response.body.dump();
		if (response.statusCode !== 200) throw new Error(`The receiver answered ${response.statusCode}.`);
	};
}
