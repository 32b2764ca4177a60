import { randomUUID } from 'node:crypto';

import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import { createSecret } from '../delivery/secret';
import { gatewayData, gatewayRequestIgnoring } from '../transport/request';

/** The prefix of the names of reply webhooks; the deadline of the wait follows. */
const NAME_PREFIX = 'n8n waits for a reply until ';
const MAX_NAME_LENGTH = 200;

/** The events that a reply webhook delivers. */
export interface ReplyEvents {
	instanceId: string;
	/** The only chat whose events it delivers, also after the person's ID has changed; undefined: every chat. */
	chatId: string | undefined;
	/** Whether it delivers reactions too. */
	includesReactions: boolean;
}

/**
 * Registers a webhook that delivers events to the waiting execution, at the URL that n8n signs for it. Returns the
 * webhook's ID and its new signing secret.
 */
export async function registerReplyWebhook(
	context: IExecuteFunctions,
	{ instanceId, chatId, includesReactions }: ReplyEvents,
	deadline: Date,
	itemIndex: number,
): Promise<{ webhookId: string; secret: string }> {
	const secret = createSecret();
	const workflow = context.getWorkflow().name ?? context.getNode().name;
	const { id } = await gatewayData<{ id: string }>(context, {
		method: 'POST',
		path: '/v1/webhooks',
		// For the retries of this request: the URL and the secret of another call differ.
		headers: { 'Idempotency-Key': randomUUID() },
		body: {
			url: context.getSignedResumeUrl(),
			events: ['message.received', ...(includesReactions ? ['message.reaction'] : [])],
			instanceId,
			...(chatId !== undefined && { filter: { chats: [chatId] } }),
			secret,
			name: `${NAME_PREFIX}${deadline.toISOString()}: ${workflow}`.slice(0, MAX_NAME_LENGTH),
		},
		itemIndex,
	});
	return { webhookId: id, secret };
}

/** Deletes a reply webhook. One that does not exist is not an error. */
export async function deleteReplyWebhook(
	context: IExecuteFunctions | IWebhookFunctions,
	webhookId: string,
): Promise<void> {
	const path = `/v1/webhooks/${encodeURIComponent(webhookId)}`;
	await gatewayRequestIgnoring(context, 'webhook_not_found', { method: 'DELETE', path });
}

/** Returns the deadline in the name of a reply webhook, in epoch milliseconds; undefined: it is another webhook. */
export function deadlineInName(name: string | null): number | undefined {
	if (!name?.startsWith(NAME_PREFIX)) return undefined;
	const deadline = Date.parse(name.slice(NAME_PREFIX.length).split(': ')[0]);
	return Number.isNaN(deadline) ? undefined : deadline;
}
