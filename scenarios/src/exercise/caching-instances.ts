import type { GatewayClient } from '../gateway/gateway-client.ts';

/** A client that asks once for each list of instances: every step of every customer needs the same. */
export function cachingInstances(gateway: GatewayClient): GatewayClient {
	const lists = new Map<string, Promise<unknown>>();
	return {
		...gateway,
		request(method, path, body) {
			if (method !== 'GET' || !path.startsWith('/v1/instances?')) return gateway.request(method, path, body);
			const known = lists.get(path) ?? gateway.request(method, path);
			lists.set(path, known);
			return known;
		},
	};
}
