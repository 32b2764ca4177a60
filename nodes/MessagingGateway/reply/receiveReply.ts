import { createHash } from 'node:crypto';

import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import type { EventEnvelope } from '../delivery/envelope';
import { receiveDelivery, respondWithError } from '../delivery/receiveDelivery';
import { getCredential } from '../transport/credential';
import { toChatId } from '../descriptions/chatLocator';
import { gatewayRequest } from '../transport/request';
import { matchChoice } from './choices';
import type { AwaitedReply } from './awaitedReply';
import { loadAwaitedReply } from './awaitedReply';
import { deleteReplyWebhook } from './replyWebhook';

/**
 * Handles one delivery to a waiting execution, which n8n identifies by the signed URL.
 *
 * When the delivery has a valid signature and contains an accepted reply, returns the reply, with which the execution
 * continues. When the reply matches no choice, sends the question again; if that fails, responds with 503, so that the
 * gateway repeats the delivery. Any other message gets a 200, and the execution keeps waiting. Must not throw because
 * of the gateway: n8n would end the wait with a failed execution.
 */
export async function receiveReply(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const awaited = loadAwaitedReply(context);
	const envelope = await receiveDelivery(context, awaited?.secret);
	if (!awaited || !envelope) return { noWebhookResponse: true };
	if (!isReply(awaited, envelope)) return {};

	const { content, type } = envelope.data as Record<string, string>;
	const answer = type === 'text' ? matchChoice(awaited.choices, content) : undefined;
	if (awaited.choices.length > 0 && !answer) {
		return await askAgain(context, awaited, envelope);
	}

	await deleteWebhookOnceAccepted(context, awaited);
	const json: IDataObject = {
		timedOut: false,
		text: content,
		...(answer && { choice: answer.choice }),
		...(awaited.isApproval && { approved: answer?.index === 0 }),
		...replyFields(envelope.data),
		questionId: awaited.questionId,
	};
	return { workflowData: [context.helpers.returnJsonArray([json])] };
}

/** Returns whether an event is a later message in the chat of the question, in a group of a sender whose reply counts. */
function isReply(awaited: AwaitedReply, { event, test, data }: EventEnvelope): boolean {
	if (event !== 'message.received' || test || data.instanceId !== awaited.instanceId) return false;
	if (String(data.messageId) <= awaited.questionId) return false;
	const { to, senders } = awaited;
	if (!to.endsWith('@g.us')) return data.isGroup === false && data.chatId === toChatId(to);
	const isFromSender =
		senders.length === 0 || [data.from, data.senderId].some((id) => senders.includes(String(id)));
	return data.chatId === to && isFromSender;
}

function replyFields(data: IDataObject): IDataObject {
	const { messageId, instanceId, chatId, from, senderId, contactName, type, timestamp } = data;
	return { messageId, instanceId, chatId, from, senderId, contactName, type, timestamp };
}

/** Sends the question again. The idempotency key prevents a second message when a delivery is repeated. */
async function askAgain(
	context: IWebhookFunctions,
	{ instanceId, to, askAgain: message, questionId }: AwaitedReply,
	{ data }: EventEnvelope,
): Promise<IWebhookResponseData> {
	if (message === '') return {};
	const quotedMessageId = String(data.messageId);
	const key = createHash('sha256').update(`${questionId} ${quotedMessageId}`).digest('hex');
	try {
		await gatewayRequest(context, {
			method: 'POST',
			path: '/v1/messages/send',
			headers: { 'Idempotency-Key': `n8n/ask-again/${key}` },
			body: { instanceId, to, message, quotedMessageId },
		});
		return {};
	} catch (error) {
		context.logger.warn(`The question could not be sent again: ${(error as Error).message}`);
		respondWithError(
			context,
			503,
			'service_unavailable',
			'The question could not be sent again. Retry the delivery.',
		);
		return { noWebhookResponse: true };
	}
}

/**
 * Deletes the webhook once n8n has accepted the reply: an execution that cannot continue, e.g. during an outage of n8n's
 * database, needs the delivery repeated. Reads the credential before that, while n8n can still evaluate its expressions.
 */
async function deleteWebhookOnceAccepted(
	context: IWebhookFunctions,
	{ webhookId }: AwaitedReply,
): Promise<void> {
	try {
		await getCredential(context);
	} catch (error) {
		logRemainingWebhook(context, error);
		return;
	}
	const response = context.getResponseObject();
	response.once('finish', () => {
		if (response.statusCode >= 400) return;
		deleteReplyWebhook(context, webhookId).catch((error: unknown) => {
			logRemainingWebhook(context, error);
		});
	});
}

/** Only logs the error, because the reply is valid and the next question deletes the webhook. */
function logRemainingWebhook(context: IWebhookFunctions, error: unknown): void {
	context.logger.warn(`The gateway still has a reply webhook: ${(error as Error).message}`);
}
