import { createHash } from 'node:crypto';

import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import type { EventEnvelope } from '../delivery/envelope';
import { receiveDelivery, refuse } from '../delivery/receiveDelivery';
import { credentialOf } from '../transport/credential';
import { toChatId } from '../descriptions/chatLocator';
import { gatewayRequest } from '../transport/request';
import { answerIn } from './answers';
import type { AwaitedReply } from './awaitedReply';
import { recall } from './awaitedReply';
import { deleteReplyWebhook } from './replyWebhook';

/**
 * Answers one delivery to a waiting execution, which n8n has found by its signed address.
 *
 * Gives the reply, with which the execution goes on, when the delivery is signed with the secret of this wait, and
 * the one who was asked wrote in the chat in which they were asked, after the question, and an answer that counts.
 * To an answer that is none of the choices the question is sent again; while that cannot be sent the gateway is
 * asked to deliver once more. A 200 without an execution says that a message is no reply: the execution waits on.
 * It must not throw because of the gateway: n8n would end the wait with a failed execution.
 */
export async function receiveReply(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const awaited = recall(context);
	const envelope = await receiveDelivery(context, awaited?.secret);
	if (!awaited || !envelope) return { noWebhookResponse: true };
	if (!isReply(awaited, envelope)) return {};

	const { content, type } = envelope.data as Record<string, string>;
	const answer = type === 'text' ? answerIn(awaited.choices, content) : undefined;
	if (awaited.choices.length > 0 && !answer) {
		return await askAgain(context, awaited, envelope);
	}

	await tidyUpOnceTaken(context, awaited);
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

/** A message to somebody is answered in the chat with them; one to a group by anybody there, or by those who count. */
function isReply(awaited: AwaitedReply, { event, test, data }: EventEnvelope): boolean {
	if (event !== 'message.received' || test || data.instanceId !== awaited.instanceId) return false;
	if (String(data.messageId) <= awaited.questionId) return false;
	const { to, senders } = awaited;
	if (!to.endsWith('@g.us')) return data.isGroup === false && data.chatId === toChatId(to);
	const counts =
		senders.length === 0 || [data.from, data.senderId].some((one) => senders.includes(String(one)));
	return data.chatId === to && counts;
}

function replyFields(data: IDataObject): IDataObject {
	const { messageId, instanceId, chatId, from, senderId, contactName, type, timestamp } = data;
	return { messageId, instanceId, chatId, from, senderId, contactName, type, timestamp };
}

/** The key makes one delivery that comes twice ask once. */
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
		context.logger.warn(`The question could not be asked again: ${(error as Error).message}`);
		refuse(context, 503, 'service_unavailable', 'The question could not be asked again: deliver once more.');
		return { noWebhookResponse: true };
	}
}

/**
 * Deletes the webhook when n8n has taken the reply: an execution that cannot go on at the moment, e.g. while the
 * database of n8n is away, needs the reply delivered once more. The credential is read before that, while n8n still
 * evaluates what is in it.
 */
async function tidyUpOnceTaken(context: IWebhookFunctions, { webhookId }: AwaitedReply): Promise<void> {
	try {
		await credentialOf(context);
	} catch (error) {
		tellLeftover(context, error);
		return;
	}
	const response = context.getResponseObject();
	response.once('finish', () => {
		if (response.statusCode >= 400) return;
		deleteReplyWebhook(context, webhookId).catch((error: unknown) => {
			tellLeftover(context, error);
		});
	});
}

/** The reply counts even when its webhook stays: the next question deletes it. */
function tellLeftover(context: IWebhookFunctions, error: unknown): void {
	context.logger.warn(`A reply webhook stays at the gateway: ${(error as Error).message}`);
}
