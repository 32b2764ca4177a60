import { createHmac } from 'node:crypto';
import { webhookPrefix, type Workflow } from '../../../playground/src/example-workflows.ts';
import { callGateway, listWebhooks, type Webhook } from '../../../playground/src/gateway-client.ts';
import { until } from '../../../playground/src/until.ts';
import type { TestPlayground } from './test-playground.ts';

/** Lists the webhooks that the gateway holds for a workflow's trigger. */
export async function webhooksOf(
	{ gateway, session }: TestPlayground,
	workflow: Workflow,
): Promise<Webhook[]> {
	const prefix = webhookPrefix(session, workflow);
	if (prefix === undefined) throw new Error(`"${workflow.name}" has no trigger of the gateway.`);
	return (await listWebhooks(gateway)).filter(({ url }) => url.startsWith(prefix));
}

/** Waits until the gateway holds so many webhooks for a workflow's trigger; gives them. */
export async function untilWebhooks(
	playground: TestPlayground,
	workflow: Workflow,
	count: number,
): Promise<Webhook[]> {
	const what = `"${workflow.name}" to have ${count} webhooks at the gateway`;
	return until({ what, seconds: 30 }, async () => {
		const webhooks = await webhooksOf(playground, workflow);
		return webhooks.length === count ? webhooks : undefined;
	});
}

/** Gives the secret that a webhook's deliveries are signed with. */
export async function secretOf({ gateway }: TestPlayground, webhook: Webhook): Promise<string> {
	const answer = await callGateway(gateway, 'GET', `/v1/webhooks/${webhook.id}`);
	return (answer as { data: { secret: string } }).data.secret;
}

/** Signs a body as the gateway does. */
export function signatureOf(body: string, secret: string): string {
	return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

/** Sends a body to a trigger; gives the status it is answered with. */
export async function post(url: string, body: string, signature?: string): Promise<number> {
	const response = await fetch(url, {
		method: 'POST',
		headers: {
			'content-type': 'application/json',
			...(signature !== undefined && { 'x-service-signature': signature }),
		},
		body,
	});
	await response.text();
	return response.status;
}
