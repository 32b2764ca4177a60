import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

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
 * When an execution is retried, a message is requested with its first time again unless the gateway refused it: an
 * expression like $now has another value then, and the gateway recognises only the same request. It may have accepted
 * a message although its response was lost.
 */
export async function sendMessage(
	context: IExecuteFunctions,
	itemIndex: number,
	idempotencyKey: string,
	body: IDataObject,
): Promise<SentMessage> {
	const requested = context.getContext('node');
	const name = `sendAt ${idempotencyKey}`;
	const sendAt = body.sendAt && String(requested[name] ?? body.sendAt);
	if (sendAt) requested[name] = sendAt;
	const sent = await gatewayRequest<SentMessage>(context, {
		method: 'POST',
		path: '/v1/messages/send',
		headers: { 'Idempotency-Key': idempotencyKey },
		body: { instanceId: getInstanceId(context, itemIndex), ...body, ...(sendAt && { sendAt }) },
		itemIndex,
	}).catch((error: unknown) => {
		if (isRefusal(error)) delete requested[name];
		throw error;
	});
	return sendAt ? { ...sent, sendAt } : sent;
}

/** Returns whether the gateway has surely not accepted a message; another time may be requested then. */
function isRefusal(error: unknown): boolean {
	return error instanceof NodeApiError && /^4\d\d$/.test(error.httpCode ?? '');
}

/** Messages to one chat are sent in the order of the items. */
export function chatOrderingKey(this: IExecuteFunctions, itemIndex: number): string {
	return `${getInstanceId(this, itemIndex)} ${getRecipient(this, itemIndex)}`;
}
