import { createHash } from 'node:crypto';

import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { isVersion1 } from '../descriptions/version';
import { errorCodeOf, gatewayError } from '../transport/errors';
import { isSuccess } from '../transport/request';
import { requestWithRetry } from '../transport/requestWithRetry';
import type { Answer } from './answer';
import type { AwaitedReply } from './awaitedReply';
import { confirmationText } from './confirmation';
import { metadataOf } from './quotes';
import { WITHIN_DELIVERY_TIMEOUT } from './readWithinDelivery';

/** How long the gateway knows an idempotency key, in milliseconds. */
const KEY_LIFETIME = 24 * 60 * 60 * 1000;

/**
 * Refusals after which the node does not send the text again: a person has the chat, the text was sent, or its message
 * was deleted.
 */
const FINAL_REFUSALS = ['chat_taken', 'idempotency_key_reused', 'message_not_found'];

/** Sends the question again, as a reply to a message that matches no choice; a repeated delivery sends nothing. */
export async function askAgain(
	context: IWebhookFunctions,
	awaited: AwaitedReply,
	{ messageId }: IDataObject,
): Promise<void> {
	const { askAgain: message, askAgainButtons: interactive } = awaited;
	if (message === '') return;
	const content = interactive ? { interactive } : { message };
	await sendOnce(context, awaited, ['ask-again', messageId], { ...content, quotedMessageId: messageId });
}

/**
 * Sends the text for others to a person who may not answer, as a reply to their message. The idempotency key of the
 * person lets the gateway send it only once; for questions older than the key's lifetime, sends nothing.
 */
export async function replyToOther(
	context: IWebhookFunctions,
	awaited: AwaitedReply,
	{ messageId, senderId }: IDataObject,
): Promise<void> {
	const { textForOthers: message = '', askedAt = 0 } = awaited;
	if (message === '' || Date.now() - askedAt > KEY_LIFETIME) return;
	await sendOnce(context, awaited, ['text-for-others', senderId], { message, quotedMessageId: messageId });
}

/** Writes the outcome into the chat, as a reply to the question. */
export async function confirmAnswer(
	context: IWebhookFunctions,
	awaited: AwaitedReply,
	{ index, text }: Answer,
	{ contactName, username, from }: IDataObject,
): Promise<void> {
	const { confirmation, isApproval, choices, questionId } = awaited;
	if (!confirmation) return;
	const message = confirmationText(confirmation, {
		approved: isApproval ? index === 0 : undefined,
		name: String(contactName ?? username ?? (from ? `+${String(from)}` : 'the contact')),
		answer: index === undefined ? text : choices[index],
	});
	if (message === '') return;
	await sendOnce(context, awaited, ['confirmation', 'answer'], { message, quotedMessageId: questionId });
}

/** Sends a message to the chat of the question, once for each purpose. Throws when a repetition may succeed. */
async function sendOnce(
	context: IWebhookFunctions,
	awaited: AwaitedReply,
	[purpose, about]: [purpose: string, about: unknown],
	body: IDataObject,
): Promise<void> {
	const { instanceId, to, questionId, force } = awaited;
	const metadata = isVersion1(context.getNode()) ? undefined : metadataOf(awaited);
	const key = createHash('sha256')
		.update(`${questionId} ${String(about)}`)
		.digest('hex');
	const response = await requestWithRetry(
		context,
		{
			method: 'POST',
			path: '/v1/messages/send',
			headers: { 'Idempotency-Key': `n8n/${purpose}/${key}` },
			body: { instanceId, to, ...body, ...(metadata && { metadata }), ...(force && { force }) },
		},
		{ timeout: WITHIN_DELIVERY_TIMEOUT },
	);
	if (isSuccess(response) || FINAL_REFUSALS.includes(errorCodeOf(response) ?? '')) return;
	throw gatewayError(context.getNode(), response);
}
