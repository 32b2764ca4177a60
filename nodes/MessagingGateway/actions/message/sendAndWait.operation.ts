import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { NodeOperationError, updateDisplayOptions } from 'n8n-workflow';

import { getInstanceId, instanceLocator } from '../../descriptions/locators/instanceLocator';
import { recipientLocator, getRecipient } from '../../descriptions/locators/recipientLocator';
import { toChatId } from '../../descriptions/locators/chatLocator';
import { isVersion1 } from '../../descriptions/version';
import { storeAwaitedReply } from '../../reply/awaitedReply';
import { deleteExpiredReplyWebhooks } from '../../reply/expiredWebhooks';
import { timeoutOutput } from '../../reply/output';
import { getQuestion } from '../../reply/question';
import { questionFields } from '../../reply/questionFields';
import { questionOptions } from '../../reply/questionOptions';
import { deleteReplyWebhook, registerReplyWebhook } from '../../reply/replyWebhook';
import type { OperationOutput } from '../operation';
import { getIdempotencyKey } from './sending/idempotency';
import type { SentMessage } from './sending/send';
import { sendMessage } from './sending/send';
import { messageText } from './sending/messageText';

const properties: INodeProperties[] = [
	instanceLocator,
	recipientLocator,
	{ ...messageText, placeholder: 'e.g. Shall we deliver on Friday?' },
	...questionFields,
	questionOptions,
];

export const description = updateDisplayOptions(
	{ show: { resource: ['message'], operation: ['sendAndWait'] } },
	properties,
);

/**
 * Sends a question (POST /v1/messages/send) and lets the execution wait for the reply (`reply/receiveReply.ts`) or
 * for the time limit.
 *
 * n8n continues with the output of the reply's webhook; at the time limit it continues with the node's input item,
 * which is therefore replaced here. The webhook is registered before sending, so that no reply can be missed.
 * Throws a NodeOperationError for more than one item, because an execution can wait for one reply only.
 */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const items = this.getInputData();
	if (items.length > 1) {
		throw new NodeOperationError(this.getNode(), 'Send and Wait accepts one item at a time', {
			description:
				'Add Loop Over Items with a batch size of 1 before it. To ask several people at the same time, let a sub-workflow ask one person and handle the reply, and do not wait for it.',
			itemIndex,
		});
	}
	const instanceId = getInstanceId(this, itemIndex);
	const to = getRecipient(this, itemIndex);
	const { body, expected, deadline } = await getQuestion(this, instanceId, itemIndex);
	const events = {
		instanceId,
		chatId: isVersion1(this.getNode()) ? undefined : toChatId(to),
		includesReactions: expected.acceptsReactions ?? false,
	};

	await deleteExpiredReplyWebhooks(this, deadline);
	const webhook = await registerReplyWebhook(this, events, deadline, itemIndex);
	const question = await sendQuestion(this, itemIndex, { to, ...body }, webhook.webhookId);
	const awaited = { ...expected, instanceId, to, questionId: question.messageId };
	storeAwaitedReply(this, { ...awaited, ...webhook, askedAt: Date.now() });

	items[itemIndex].json = timeoutOutput(this.getNode(), awaited);
	await this.putExecutionToWait(deadline);
	return [{ json: question }];
}

/**
 * Sends the question. When that fails, deletes the webhook, because no reply will come. A failure to delete it is only
 * logged: the error of the question says what to correct, and a later question deletes the webhook.
 */
async function sendQuestion(
	context: IExecuteFunctions,
	itemIndex: number,
	body: IDataObject,
	webhookId: string,
): Promise<SentMessage> {
	let question: SentMessage | undefined;
	try {
		question = await sendMessage(context, itemIndex, getIdempotencyKey(context, itemIndex), body);
		return question;
	} finally {
		if (!question) {
			await deleteReplyWebhook(context, webhookId).catch((error: unknown) => {
				context.logger.warn(`The gateway still has a reply webhook: ${(error as Error).message}`);
			});
		}
	}
}
