import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { instanceIdOf } from '../../descriptions/instanceLocator';
import { recipientOf } from '../../descriptions/recipientLocator';
import { gatewayRequest } from '../../transport/request';

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
	return await gatewayRequest<SentMessage>(context, {
		method: 'POST',
		path: '/v1/messages/send',
		headers: { 'Idempotency-Key': idempotencyKey },
		body: { instanceId: instanceIdOf(context, itemIndex), ...body },
		itemIndex,
	});
}

/** Messages to one chat stay in the order of the items. */
export function chatLane(this: IExecuteFunctions, itemIndex: number): string {
	return `${instanceIdOf(this, itemIndex)} ${recipientOf(this, itemIndex)}`;
}
