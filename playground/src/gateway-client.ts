import type { Gateway } from './gateway-service.ts';

export type Instance = { id: string; name: string; status: string };
export type Webhook = { id: string; url: string; events: string[]; status: string };

/** An error answer of the gateway. */
export class GatewayRefusal extends Error {
	override readonly name = 'GatewayRefusal';
	readonly code: string;

	constructor(request: string, status: number, code: string, message: string) {
		super(`${request} was answered with ${status} ${code}: ${message}`);
		this.code = code;
	}
}

/** Sends one request to the gateway; gives the answer's JSON, or throws GatewayRefusal. */
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
	const answer: unknown = await response.json();
	if (response.ok) return answer;
	const { error } = answer as { error: { code: string; message: string } };
	throw new GatewayRefusal(`${method} ${path}`, response.status, error.code, error.message);
}

/** Gives the instance of that name, if there is one. */
export async function findInstance(gateway: Gateway, name: string): Promise<Instance | undefined> {
	const answer = await callGateway(gateway, 'GET', '/v1/instances?limit=100');
	return (answer as { data: Instance[] }).data.find((instance) => instance.name === name);
}

/** Creates an instance, which is disconnected at first. */
export async function createInstance(gateway: Gateway, name: string): Promise<Instance> {
	const answer = await callGateway(gateway, 'POST', '/v1/instances', { name });
	return (answer as { data: Instance }).data;
}

/** Gives an instance's status as it is now. */
export async function instanceStatus(gateway: Gateway, instanceId: string): Promise<string> {
	const answer = await callGateway(gateway, 'GET', `/v1/instances/${instanceId}/status`);
	return (answer as { data: { status: string } }).data.status;
}

/** Lists the webhooks. */
export async function listWebhooks(gateway: Gateway): Promise<Webhook[]> {
	const answer = await callGateway(gateway, 'GET', '/v1/webhooks');
	return (answer as { data: Webhook[] }).data;
}
