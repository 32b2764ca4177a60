import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { NodeOperationError, updateDisplayOptions } from 'n8n-workflow';

import { instanceIdOf, instanceLocator } from '../../descriptions/instanceLocator';
import { recipientLocator, recipientOf } from '../../descriptions/recipientLocator';
import { remember } from '../../reply/awaitedReply';
import { questionFields, questionOf, questionOptions } from '../../reply/question';
import { deleteEndedReplyWebhooks, deleteReplyWebhook, registerReplyWebhook } from '../../reply/replyWebhook';
import type { OperationOutput } from '../operation';
import { idempotencyKeyOf } from './idempotency';
import type { SentMessage } from './send';
import { sendMessage } from './send';
import { messageOptions, optionalBody } from './sendingOptions';
import { messageText } from './text';

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
 * Sends a question (POST /v1/messages/send) and puts the execution to wait until the reply comes, see
 * `reply/receiveReply.ts`, or the time is over.
 *
 * n8n goes on with what the reply's webhook gives; at the time limit it passes on the node's input item, which
 * therefore says by then that the time is over. The webhook is registered first, so that no reply can come before
 * it. Throws a NodeOperationError for more than one item: an execution waits in one place.
 */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const items = this.getInputData();
	if (items.length > 1) {
		throw new NodeOperationError(this.getNode(), 'Send and Wait takes one item at a time', {
			description: 'Put Loop Over Items before it with a batch size of 1, or call it in a sub-workflow.',
			itemIndex,
		});
	}
	const instanceId = instanceIdOf(this, itemIndex);
	const to = recipientOf(this, itemIndex);
	const { text, deadline, ...expected } = questionOf(this, itemIndex);
	const body = { to, message: text, ...optionalBody(this, itemIndex) };

	await deleteEndedReplyWebhooks(this);
	const webhook = await registerReplyWebhook(this, instanceId, deadline, itemIndex);
	const question = await ask(this, itemIndex, body, webhook.webhookId);
	const questionId = question.messageId;
	remember(this, { ...webhook, instanceId, to, questionId, ...expected });

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

/** Sends the question. When that fails, nobody will answer, and the webhook goes. */
async function ask(
	context: IExecuteFunctions,
	itemIndex: number,
	body: IDataObject,
	webhookId: string,
): Promise<SentMessage> {
	let question: SentMessage | undefined;
	try {
		question = await sendMessage(context, itemIndex, idempotencyKeyOf(context, itemIndex), body);
		return question;
	} finally {
		if (!question) await deleteReplyWebhook(context, webhookId);
	}
}
