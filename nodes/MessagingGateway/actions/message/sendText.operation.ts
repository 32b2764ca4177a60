import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { instanceLocator } from '../../descriptions/locators/instanceLocator';
import { recipientLocator, getRecipient } from '../../descriptions/locators/recipientLocator';
import type { OperationOutput } from '../operation';
import { getIdempotencyKey } from './sending/idempotency';
import { sendMessage } from './sending/send';
import {
	linkPreview,
	mentions,
	messageOptions,
	optionalBody,
	sendingOptions,
	TEXT_CONCURRENCY,
} from './sending/sendingOptions';
import { sendAt } from './sending/sendAt';
import { messageText, getMessageText } from './sending/messageText';

const properties: INodeProperties[] = [
	instanceLocator,
	recipientLocator,
	messageText,
	sendingOptions(TEXT_CONCURRENCY, ...messageOptions, linkPreview, mentions, sendAt),
];

export const description = updateDisplayOptions(
	{ show: { resource: ['message'], operation: ['sendText'] } },
	properties,
);

/**
 * POST /v1/messages/send with a text. Returns the messageId, the status `queued` and the time of queuing. Throws a
 * NodeOperationError before sending when the recipient or an option is invalid.
 */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const body = {
		to: getRecipient(this, itemIndex),
		message: getMessageText(this, itemIndex),
		...optionalBody(this, itemIndex),
	};
	return [{ json: await sendMessage(this, itemIndex, getIdempotencyKey(this, itemIndex), body) }];
}

export { chatOrderingKey as orderingKey } from './sending/send';
export { TEXT_CONCURRENCY as concurrency } from './sending/sendingOptions';
