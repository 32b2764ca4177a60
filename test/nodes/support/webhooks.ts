import type { Gateway } from './gateway.ts';

export interface Webhook {
	id: string;
	name: string;
	url: string;
	instanceId: string | null;
	events: string[];
	collect: { seconds: number } | null;
	filter: { chats?: string[] } | null;
	status: string;
	secret: string;
}

/** Returns the webhooks of the gateway, without the fields that only GET /v1/webhooks/{id} returns. */
export async function listWebhooks(gateway: Gateway): Promise<Webhook[]> {
	const { body } = await gateway.request<{ data: Webhook[] }>('GET', '/v1/webhooks');
	return body.data;
}

/** Deletes the webhooks of the gateway. */
export async function deleteWebhooks(gateway: Gateway): Promise<void> {
	for (const { id } of await listWebhooks(gateway)) await gateway.request('DELETE', `/v1/webhooks/${id}`);
}
