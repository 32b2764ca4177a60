import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { NodeOperationError, updateDisplayOptions } from 'n8n-workflow';

import { getInstanceId, instanceLocator } from '../../descriptions/instanceLocator';
import { recipientLocator, getRecipient } from '../../descriptions/recipientLocator';
import { storeAwaitedReply } from '../../reply/awaitedReply';
import { questionFields, getQuestion, questionOptions } from '../../reply/question';
import {
	deleteExpiredReplyWebhooks,
	deleteReplyWebhook,
	registerReplyWebhook,
} from '../../reply/replyWebhook';
import type { OperationOutput } from '../operation';
import { getIdempotencyKey } from './idempotency';
import type { SentMessage } from './send';
import { sendMessage } from './send';
import { messageOptions, optionalBody } from './sendingOptions';
import { messageText } from './messageText';

const properties: INodeProperties[] = [
	instanceLocator,
	recipientLocator,
	{ ...messageText, placeholder: 'e.g. Shall we deliver on Friday?' },
	...questionFields,
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [...questionOptions, ...messageOptions].sort((a, b) =>
			a.displayName.localeCompare(b.displayName),
		),
	},
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
 * which is therefore set to `timedOut` here. The webhook is registered before sending, so that no reply can be missed.
 * Throws a NodeOperationError for more than one item, because an execution can wait for one reply only.
 */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const items = this.getInputData();
	if (items.length > 1) {
		throw new NodeOperationError(this.getNode(), 'Send and Wait accepts one item at a time', {
			description: 'Add Loop Over Items with a batch size of 1 before it, or call it in a sub-workflow.',
			itemIndex,
		});
	}
	const instanceId = getInstanceId(this, itemIndex);
	const to = getRecipient(this, itemIndex);
	const { text, deadline, ...expected } = getQuestion(this, itemIndex);
	const body = { to, message: text, ...optionalBody(this, itemIndex) };

	await deleteExpiredReplyWebhooks(this);
	const webhook = await registerReplyWebhook(this, instanceId, deadline, itemIndex);
	const question = await sendQuestion(this, itemIndex, body, webhook.webhookId);
	const questionId = question.messageId;
	storeAwaitedReply(this, { ...webhook, instanceId, to, questionId, ...expected });

	items[itemIndex].json = {
		timedOut: true,
		...(expected.isApproval && { approved: false }),
		instanceId,
		to,
		questionId,
	};
	await this.putExecutionToWait(deadline);
	return [{ json: question }];
}

/** Sends the question. When that fails, deletes the webhook, because no reply will come. */
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
		if (!question) await deleteReplyWebhook(context, webhookId);
	}
}
