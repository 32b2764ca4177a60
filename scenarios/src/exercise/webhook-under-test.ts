import type { ChannelMessage, GatewayClient } from '../gateway/gateway-client.ts';

interface Webhook {
	id: string;
	name: string | null;
	url: string;
	status: string;
}

/** The exercise cannot begin. The message has the remedy. */
export class NotReadyError extends Error {}

/**
 * Returns the webhook with this id, name or URL, or whose URL begins so. Throws NotReadyError when there is none, or more
 * than one, or it is not active.
 */
export async function findWebhook(gateway: GatewayClient, wanted: string): Promise<Webhook> {
	const { data } = (await gateway.request('GET', '/v1/webhooks')) as { data: Webhook[] };
	const exact = data.filter(({ id, name, url }) => [id, name, url].includes(wanted));
	const found = exact.length > 0 ? exact : data.filter(({ url }) => url.startsWith(wanted));
	const [webhook] = found;
	if (webhook === undefined) {
		throw new NotReadyError(`There is no webhook "${wanted}". Activate the workflow, or correct "webhook".`);
	}
	if (found.length > 1) {
		throw new NotReadyError(`"${wanted}" means ${found.length} webhooks. Name one by its id.`);
	}
	if (webhook.status === 'active') return webhook;
	throw new NotReadyError(
		`The webhook "${wanted}" is ${webhook.status}. Activate it with PUT /v1/webhooks/${webhook.id}.`,
	);
}

/** The outcomes of the deliveries to a webhook during the exercise. */
export interface DeliveryWatch {
	/** By their statuses. */
	counts(): Record<string, number>;
	end(): void;
}

/** Counts the deliveries to a webhook from now on. */
export async function watchDeliveries(gateway: GatewayClient, webhookId: string): Promise<DeliveryWatch> {
	const statuses = new Map<string, string>();
	const record = ({ type, data }: ChannelMessage): void => {
		const delivery = (data ?? {}) as Record<string, unknown>;
		if (type !== 'delivery' || delivery.webhookId !== webhookId) return;
		statuses.set(String(delivery.deliveryId), String(delivery.status));
	};
	const end = await gateway.subscribe(['deliveries'], record);
	return {
		counts() {
			const counts: Record<string, number> = {};
			for (const status of statuses.values()) counts[status] = (counts[status] ?? 0) + 1;
			return counts;
		},
		end,
	};
}
