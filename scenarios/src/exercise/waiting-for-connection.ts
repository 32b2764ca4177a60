import type { Clock } from '../run/clock.ts';
import type { GatewayClient } from '../gateway/gateway-client.ts';
import { GatewayRequestError } from '../gateway/http-gateway-client.ts';
import { createPoller } from '../run/poller.ts';

/** Milliseconds between two tries, and until the connection is given up. */
const PAUSE = 100;
const LIMIT = 30_000;

/**
 * A client that retries while the connection of the instance is down: the trouble of one customer drops it for all, and
 * the messages of the others arrive a moment later.
 */
export function waitingForConnection(gateway: GatewayClient, clock: Clock): GatewayClient {
	const poller = createPoller(clock);
	return {
		...gateway,
		async request(method, path, body) {
			const deadline = clock.now() + LIMIT;
			for (;;) {
				try {
					return await gateway.request(method, path, body);
				} catch (error) {
					const isAway = error instanceof GatewayRequestError && error.code === 'instance_disconnected';
					if (!isAway || clock.now() >= deadline) throw error;
				}
				await poller.sleep(PAUSE);
			}
		},
	};
}
