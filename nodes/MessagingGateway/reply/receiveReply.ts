import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import type { EventEnvelope } from '../delivery/envelope';
import { receiveDelivery, respondWithError } from '../delivery/receiveDelivery';
import { getCredential } from '../transport/credential';
import type { Answer, Reading } from './answer';
import { readAnswer } from './answer';
import { mayAnswer } from './approvers';
import type { AwaitedReply } from './awaitedReply';
import { loadAwaitedReply } from './awaitedReply';
import { askAgain, confirmAnswer, replyToOther } from './followUps';
import { answerOutput } from './output';
import { deleteReplyWebhook } from './replyWebhook';

/**
 * Handles one delivery to a waiting execution, which n8n identifies by the signed URL.
 *
 * When the delivery has a valid signature and contains an accepted answer, returns the answer, with which the execution
 * continues. When the answer matches no choice, sends the question again. Any other message gets a 200, and the
 * execution keeps waiting. When the gateway does not answer a request that this needs, responds with 503, so that the
 * gateway repeats the delivery. Must not throw because of the gateway: n8n would end the wait with a failed execution.
 */
export async function receiveReply(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const awaited = loadAwaitedReply(context);
	const envelope = await receiveDelivery(context, awaited?.secret);
	if (!awaited || !envelope) return { noWebhookResponse: true };
	let answer: Answer | undefined;
	try {
		answer = await acceptedAnswer(context, awaited, envelope);
	} catch (error) {
		context.logger.warn(`The gateway did not answer a request about a reply: ${(error as Error).message}`);
		const message = 'The gateway could not be asked about the reply. Retry the delivery.';
		respondWithError(context, 503, 'service_unavailable', message);
		return { noWebhookResponse: true };
	}
	if (!answer) return {};

	await finishOnceAccepted(context, awaited, answer, envelope);
	const json = answerOutput(context.getNode(), awaited, answer, envelope);
	return { workflowData: [context.helpers.returnJsonArray([json])] };
}

/** Returns the answer of an event that counts, and responds in the chat to one that does not. */
async function acceptedAnswer(
	context: IWebhookFunctions,
	awaited: AwaitedReply,
	envelope: EventEnvelope,
): Promise<Answer | undefined> {
	const { event, data } = envelope;
	const reading: Reading = await readAnswer(context, awaited, envelope);
	if (reading === 'unrelated') return undefined;
	const isAllowed = await mayAnswer(context, awaited, data);
	if (reading === 'unmatched') {
		if (isAllowed) await askAgain(context, awaited, data);
		return undefined;
	}
	if (isAllowed) return reading;
	// Participants of a group also write to each other, and react to what they like.
	const isAnswer = event === 'message.received' && (reading.index !== undefined || reading.isDirect);
	if (isAnswer) await replyToOther(context, awaited, data);
	return undefined;
}

/**
 * Deletes the webhook and confirms the answer once n8n has accepted it: an execution that cannot continue, e.g. during
 * an outage of n8n's database, needs the delivery repeated, and somebody else may answer first. Reads the credential
 * before that, while n8n can still evaluate its expressions. Only logs errors, because the answer is valid, and the next
 * question deletes the webhook.
 */
async function finishOnceAccepted(
	context: IWebhookFunctions,
	awaited: AwaitedReply,
	answer: Answer,
	{ data }: EventEnvelope,
): Promise<void> {
	function logWebhook(error: unknown): void {
		context.logger.warn(`The gateway still has a reply webhook: ${(error as Error).message}`);
	}

	try {
		await getCredential(context);
	} catch (error) {
		logWebhook(error);
		return;
	}
	const response = context.getResponseObject();
	// `finish` is not emitted once the gateway has closed the connection, which it does when n8n takes long.
	response.once('prefinish', () => {
		if (response.statusCode >= 400) return;
		deleteReplyWebhook(context, awaited.webhookId).catch(logWebhook);
		confirmAnswer(context, awaited, answer, data).catch((error: unknown) => {
			context.logger.warn(`The answer could not be confirmed in the chat: ${(error as Error).message}`);
		});
	});
}
