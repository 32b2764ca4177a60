import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { getInstanceId } from '../../../descriptions/instanceLocator';
import { getRecipient } from '../../../descriptions/recipientLocator';
import { gatewayRequest } from '../../../transport/request';

/** The response to a send. `status` is `queued`, `timestamp` the time of queuing. */
export interface SentMessage extends IDataObject {
	success: boolean;
	messageId: string;
	status: string;
	timestamp: string;
	/** When the message is sent; only with the option Send At. */
	sendAt?: string;
}

/**
 * POST /v1/messages/send with an idempotency key. Adds the selected instance to `body`. Returns the response, and the
 * time of a scheduled message.
 *
 * When an execution is retried, an accepted message is requested with its first time again: an expression like $now has
 * another value then, and the gateway recognises only the same request.
 */
export async function sendMessage(
	context: IExecuteFunctions,
	itemIndex: number,
	idempotencyKey: string,
	body: IDataObject,
): Promise<SentMessage> {
	const accepted = context.getContext('node');
	const name = `sendAt ${idempotencyKey}`;
	const sendAt = body.sendAt && String(accepted[name] ?? body.sendAt);
	const sent = await gatewayRequest<SentMessage>(context, {
		method: 'POST',
		path: '/v1/messages/send',
		headers: { 'Idempotency-Key': idempotencyKey },
		body: { instanceId: getInstanceId(context, itemIndex), ...body, ...(sendAt && { sendAt }) },
		itemIndex,
	});
	if (!sendAt) return sent;
	accepted[name] = sendAt;
	return { ...sent, sendAt };
}

/** Messages to one chat are sent in the order of the items. */
export function chatOrderingKey(this: IExecuteFunctions, itemIndex: number): string {
	return `${getInstanceId(this, itemIndex)} ${getRecipient(this, itemIndex)}`;
}
