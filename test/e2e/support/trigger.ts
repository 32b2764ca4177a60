import { createHmac } from 'node:crypto';
import { webhookPrefix, type Workflow } from '../../../playground/src/n8n/example-workflows.ts';
import { callGateway, listWebhooks, type Webhook } from '../../../playground/src/gateway/client.ts';
import { fetchFromN8n } from '../../../playground/src/n8n/fetch.ts';
import { callN8n, N8nError, type N8nSession } from '../../../playground/src/n8n/client.ts';
import { until } from '../../../playground/src/process/until.ts';
import type { TestPlayground } from './test-playground.ts';

/** Returns the gateway's webhooks for a workflow's trigger. */
export async function listTriggerWebhooks(
	{ gateway, session }: Pick<TestPlayground, 'gateway' | 'session'>,
	workflow: Workflow,
): Promise<Webhook[]> {
	const prefix = webhookPrefix(session, workflow);
	if (prefix === undefined) throw new Error(`"${workflow.name}" has no trigger of the gateway.`);
	return (await listWebhooks(gateway)).filter(({ url }) => url.startsWith(prefix));
}

/**
 * Waits until the gateway has `count` webhooks for a workflow's trigger, and n8n has stored their secrets, and returns
 * them. An n8n that is killed before that refuses all deliveries until it publishes the workflow again, two minutes later.
 */
export async function waitForWebhookCount(
	playground: Pick<TestPlayground, 'gateway' | 'session'>,
	workflow: Workflow,
	count: number,
): Promise<Webhook[]> {
	const what = `"${workflow.name}" to have ${count} webhooks at the gateway`;
	return until({ what, seconds: 30 }, async () => {
		const webhooks = await listTriggerWebhooks(playground, workflow);
		if (webhooks.length !== count || (await isPublishing(playground.session, workflow))) return undefined;
		return webhooks;
	});
}

/** Whether n8n is still activating or deactivating a workflow, which it does in the background. */
async function isPublishing(session: N8nSession, { id }: Workflow): Promise<boolean> {
	try {
		const answer = await callN8n(session, 'GET', `/rest/workflows/${id}/publication-status`);
		return (answer as { status: string }).status === 'in_progress';
	} catch (error) {
		// An older n8n has finished when it responds to the request to activate the workflow.
		if (error instanceof N8nError && error.status === 404) return false;
		throw error;
	}
}

/** Returns the signing secret of a webhook. */
export async function getSecret({ gateway }: TestPlayground, webhook: Webhook): Promise<string> {
	const answer = await callGateway(gateway, 'GET', `/v1/webhooks/${webhook.id}`);
	return (answer as { data: { secret: string } }).data.secret;
}

/** Signs a body as the gateway does. */
export function sign(body: string, secret: string): string {
	return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

/** Posts a body to a trigger and returns the status of the response. */
export async function post(url: string, body: string, signature?: string): Promise<number> {
	const response = await fetchFromN8n(url, {
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
