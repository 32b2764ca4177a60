import type { Gateway } from './service.ts';

export type Instance = { id: string; name: string; status: string };
export type Webhook = { id: string; url: string; events: string[]; status: string };

/** An error response of the gateway. */
export class GatewayError extends Error {
	override readonly name = 'GatewayError';
	readonly code: string;

	constructor(request: string, status: number, code: string, message: string) {
		super(`${request} failed with ${status} ${code}: ${message}`);
		this.code = code;
	}
}

/** Sends a request to the gateway and returns the JSON of the response. Throws GatewayError for an error response. */
export async function callGateway(
	gateway: Gateway,
	method: string,
	path: string,
	body?: object,
): Promise<unknown> {
	const response = await fetch(`${gateway.url}${path}`, {
		method,
		headers: {
			authorization: `Bearer ${gateway.apiKey}`,
			...(body && { 'content-type': 'application/json' }),
		},
		...(body && { body: JSON.stringify(body) }),
	});
	const result: unknown = await response.json();
	if (response.ok) return result;
	const { error } = result as { error: { code: string; message: string } };
	throw new GatewayError(`${method} ${path}`, response.status, error.code, error.message);
}

/** Returns the instance with this name; undefined if there is none. */
export async function findInstance(gateway: Gateway, name: string): Promise<Instance | undefined> {
	const result = await callGateway(gateway, 'GET', '/v1/instances?limit=100');
	return (result as { data: Instance[] }).data.find((instance) => instance.name === name);
}

/** Creates a disconnected instance. */
export async function createInstance(gateway: Gateway, name: string): Promise<Instance> {
	const result = await callGateway(gateway, 'POST', '/v1/instances', { name });
	return (result as { data: Instance }).data;
}

export async function getInstanceStatus(gateway: Gateway, instanceId: string): Promise<string> {
	const result = await callGateway(gateway, 'GET', `/v1/instances/${instanceId}/status`);
	return (result as { data: { status: string } }).data.status;
}

export async function listWebhooks(gateway: Gateway): Promise<Webhook[]> {
	const result = await callGateway(gateway, 'GET', '/v1/webhooks');
	return (result as { data: Webhook[] }).data;
}
