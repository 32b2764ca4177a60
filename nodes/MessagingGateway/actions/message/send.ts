import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { instanceIdOf } from '../../descriptions/instanceLocator';
import { recipientOf } from '../../descriptions/recipientLocator';
import type { GatewayRequest } from '../../transport/request';
import { gatewayRequest, gatewayRequestUnless } from '../../transport/request';

/** The flat answer to a send: the messageId, the status `queued` and the time of queuing. */
export interface SentMessage extends IDataObject {
	success: boolean;
	messageId: string;
	status: string;
	timestamp: string;
}

/** POST /v1/messages/send under an idempotency key. Takes the body without the instance. */
export async function sendMessage(
	context: IExecuteFunctions,
	itemIndex: number,
	idempotencyKey: string,
	body: IDataObject,
): Promise<SentMessage> {
	return await gatewayRequest(context, sendRequest(context, itemIndex, idempotencyKey, body));
}

/** The same with an upload in the body; gives undefined when the gateway does not have that any more. */
export async function sendMessageUnlessGone(
	context: IExecuteFunctions,
	itemIndex: number,
	idempotencyKey: string,
	body: IDataObject,
): Promise<SentMessage | undefined> {
	const request = sendRequest(context, itemIndex, idempotencyKey, body);
	return await gatewayRequestUnless(context, 'invalid_media_url', request);
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
		body: { instanceId: instanceIdOf(context, itemIndex), ...body },
		itemIndex,
	};
}

/** Messages to one chat stay in the order of the items. */
export function chatLane(this: IExecuteFunctions, itemIndex: number): string {
	return `${instanceIdOf(this, itemIndex)} ${recipientOf(this, itemIndex)}`;
}
