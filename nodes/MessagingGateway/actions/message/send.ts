import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { getInstanceId } from '../../descriptions/instanceLocator';
import { getRecipient } from '../../descriptions/recipientLocator';
import type { GatewayRequest } from '../../transport/request';
import { gatewayRequest, gatewayRequestIgnoring } from '../../transport/request';

/** The response to a send. `status` is `queued`, `timestamp` the time of queuing. */
export interface SentMessage extends IDataObject {
	success: boolean;
	messageId: string;
	status: string;
	timestamp: string;
}

/** POST /v1/messages/send with an idempotency key. Adds the selected instance to `body`. */
export async function sendMessage(
	context: IExecuteFunctions,
	itemIndex: number,
	idempotencyKey: string,
	body: IDataObject,
): Promise<SentMessage> {
	return await gatewayRequest(context, sendRequest(context, itemIndex, idempotencyKey, body));
}

/** Like `sendMessage` for a body with an upload; returns undefined when the gateway no longer has the upload. */
export async function sendMessageUnlessUploadExpired(
	context: IExecuteFunctions,
	itemIndex: number,
	idempotencyKey: string,
	body: IDataObject,
): Promise<SentMessage | undefined> {
	const request = sendRequest(context, itemIndex, idempotencyKey, body);
	return await gatewayRequestIgnoring(context, 'invalid_media_url', request);
}

function sendRequest(
	context: IExecuteFunctions,
	itemIndex: number,
	idempotencyKey: string,
	body: IDataObject,
): GatewayRequest {
	return {
		method: 'POST',
		path: '/v1/messages/send',
		headers: { 'Idempotency-Key': idempotencyKey },
		body: { instanceId: getInstanceId(context, itemIndex), ...body },
		itemIndex,
	};
}

/** Messages to one chat are sent in the order of the items. */
export function chatOrderingKey(this: IExecuteFunctions, itemIndex: number): string {
	return `${getInstanceId(this, itemIndex)} ${getRecipient(this, itemIndex)}`;
}
