import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { instanceLocator } from '../../descriptions/instanceLocator';
import { recipientLocator, getRecipient } from '../../descriptions/recipientLocator';
import type { OperationOutput } from '../operation';
import { getIdempotencyKey } from './idempotency';
import { sendMessage } from './send';
import { messageOptions, optionalBody, sendingOptions, TEXT_CONCURRENCY } from './sendingOptions';
import { messageText, getMessageText } from './messageText';

const properties: INodeProperties[] = [
	instanceLocator,
	recipientLocator,
	messageText,
	sendingOptions(TEXT_CONCURRENCY, ...messageOptions),
];

export const description = updateDisplayOptions(
	{ show: { resource: ['message'], operation: ['sendText'] } },
	properties,
);

/**
 * POST /v1/messages/send with a text. Returns the messageId, the status `queued` and the time of queuing. Throws a
 * NodeOperationError before sending when the recipient or the metadata is invalid.
 */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const body = {
		to: getRecipient(this, itemIndex),
		message: getMessageText(this, itemIndex),
		...optionalBody(this, itemIndex),
	};
	return [{ json: await sendMessage(this, itemIndex, getIdempotencyKey(this, itemIndex), body) }];
}

export { chatOrderingKey as orderingKey } from './send';
export { TEXT_CONCURRENCY as concurrency } from './sendingOptions';
