import type { IExecuteFunctions } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { getInstanceId, instanceLocator } from '../../descriptions/locators/instanceLocator';
import { messageLocator } from '../../descriptions/locators/messageLocator';
import { getRecipient, recipientLocator } from '../../descriptions/locators/recipientLocator';
import { gatewayRequest } from '../../transport/request';
import type { OperationOutput } from '../operation';
import { messagePath } from './messagePath';
import { getIdempotencyKey } from './sending/idempotency';
import type { SentMessage } from './sending/send';
import { force, optionalBody, sendingOptions, TEXT_CONCURRENCY } from './sending/sendingOptions';

export const description = updateDisplayOptions({ show: { resource: ['message'], operation: ['forward'] } }, [
	{ ...instanceLocator, description: 'The connected account that forwards the message' },
	{ ...messageLocator, description: 'The message to forward, sent or received' },
	recipientLocator,
	sendingOptions(TEXT_CONCURRENCY, force),
]);

/** POST /v1/messages/{messageId}/forward (an addition). Returns the messageId of the copy and the status `queued`. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const sent = await gatewayRequest<SentMessage>(this, {
		method: 'POST',
		path: `${messagePath(this, itemIndex)}/forward`,
		headers: { 'Idempotency-Key': getIdempotencyKey(this, itemIndex) },
		body: {
			instanceId: getInstanceId(this, itemIndex),
			to: getRecipient(this, itemIndex),
			...optionalBody(this, itemIndex),
		},
		itemIndex,
	});
	return [{ json: sent }];
}

export { chatOrderingKey as orderingKey } from './sending/send';
export { TEXT_CONCURRENCY as concurrency } from './sending/sendingOptions';
