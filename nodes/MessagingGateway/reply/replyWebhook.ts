import { randomBytes } from 'node:crypto';

import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import { gatewayData, gatewayRequestUnless } from '../transport/request';

interface ListedWebhook {
	id: string;
	name: string | null;
}

/** The beginning of the names of such webhooks; what follows is when the wait ends. */
const NAME = 'n8n waits for a reply until ';
const MAX_NAME_LENGTH = 200;

/**
 * Lets the gateway deliver received messages to the waiting execution. The address is the one that n8n signs for
 * it, and the deliveries are signed with a new secret. Gives the webhook's ID and that secret.
 */
export async function registerReplyWebhook(
	context: IExecuteFunctions,
	instanceId: string,
	deadline: Date,
	itemIndex: number,
): Promise<{ webhookId: string; secret: string }> {
	const secret = randomBytes(32).toString('hex');
	const workflow = context.getWorkflow().name ?? context.getNode().name;
	const { id } = await gatewayData<{ id: string }>(context, {
		method: 'POST',
		path: '/v1/webhooks',
		body: {
			url: context.getSignedResumeUrl(),
			events: ['message.received'],
			instanceId,
			secret,
			name: `${NAME}${deadline.toISOString()}: ${workflow}`.slice(0, MAX_NAME_LENGTH),
		},
		itemIndex,
	});
	return { webhookId: id, secret };
}

/** Deletes it when the reply is there, or when the question could not be asked. One that is gone is no error. */
export async function deleteReplyWebhook(
	context: IExecuteFunctions | IWebhookFunctions,
	webhookId: string,
): Promise<void> {
	const path = `/v1/webhooks/${encodeURIComponent(webhookId)}`;
	await gatewayRequestUnless(context, 'webhook_not_found', { method: 'DELETE', path });
}

/**
 * Deletes those whose wait is over without a reply: n8n tells nobody when a wait reaches its end, so the next
 * question tidies up. Best effort: it must not keep a question from being asked.
 */
export async function deleteEndedReplyWebhooks(context: IExecuteFunctions): Promise<void> {
	try {
		const webhooks = await gatewayData<ListedWebhook[]>(context, { method: 'GET', path: '/v1/webhooks' });
		for (const { id, name } of webhooks) {
			if (hasEnded(name)) await deleteReplyWebhook(context, id);
		}
	} catch (error) {
		context.logger.warn(`Ended reply webhooks stay at the gateway: ${(error as Error).message}`);
	}
}

function hasEnded(name: string | null): boolean {
	if (!name?.startsWith(NAME)) return false;
	return Date.parse(name.slice(NAME.length).split(': ')[0]) < Date.now();
}
