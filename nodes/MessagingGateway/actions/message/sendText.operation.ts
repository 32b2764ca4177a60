import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { instanceLocator } from '../../descriptions/instanceLocator';
import { recipientLocator, recipientOf } from '../../descriptions/recipientLocator';
import type { OperationOutput } from '../operation';
import { idempotencyKeyOf } from './idempotency';
import { sendMessage } from './send';
import { messageOptions, optionalBody, sendingOptions, TEXTS_AT_ONCE } from './sendingOptions';
import { messageText, textOf } from './text';

const properties: INodeProperties[] = [
	instanceLocator,
	recipientLocator,
	messageText,
	sendingOptions(TEXTS_AT_ONCE, ...messageOptions),
];

export const description = updateDisplayOptions(
	{ show: { resource: ['message'], operation: ['sendText'] } },
	properties,
);

/**
 * POST /v1/messages/send with a text. Gives the gateway's flat answer: the messageId, the status `queued` and
 * the time of queuing. Throws before sending when the recipient is no phone number or the metadata no object.
 */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const body = {
		to: recipientOf(this, itemIndex),
		message: textOf(this, itemIndex),
		...optionalBody(this, itemIndex),
	};
	return [{ json: await sendMessage(this, itemIndex, idempotencyKeyOf(this, itemIndex), body) }];
}

export { chatLane as lane } from './send';
export { TEXTS_AT_ONCE as concurrency } from './sendingOptions';
