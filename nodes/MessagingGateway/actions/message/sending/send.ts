import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { getInstanceId } from '../../../descriptions/locators/instanceLocator';
import { getRecipient } from '../../../descriptions/locators/recipientLocator';
import { errorCodeOf, gatewayError } from '../../../transport/errors';
import type { GatewayRequest } from '../../../transport/request';
import { isSuccess } from '../../../transport/request';
import type { GatewayResponse } from '../../../transport/requestWithRetry';
import { requestWithRetry } from '../../../transport/requestWithRetry';
import { retryStorage } from './retryStorage';

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
 * time of a scheduled message. Throws the errors of `gatewayRequest`.
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
	const requested = retryStorage(context);
	const name = `sendAt ${idempotencyKey}`;
	const sendAt = body.sendAt && String(requested[name] ?? body.sendAt);
	if (sendAt) requested[name] = sendAt;
	const request: GatewayRequest = {
		method: 'POST',
		path: '/v1/messages/send',
		headers: { 'Idempotency-Key': idempotencyKey },
		body: { instanceId: getInstanceId(context, itemIndex), ...body, ...(sendAt && { sendAt }) },
		itemIndex,
	};
	const response = await requestWithRetry(context, request);
	if (isSuccess<SentMessage>(response)) return sendAt ? { ...response.body, sendAt } : response.body;
	if (isRefusal(response)) delete requested[name];
	throw gatewayError(context.getNode(), response, request);
}

/** Errors that say that the gateway has, or is about to accept, a message under the idempotency key. */
const ACCEPTED_EARLIER = ['idempotency_key_in_use', 'idempotency_key_reused'];

/** Returns whether the gateway has surely not accepted a message; another time may be requested then. */
function isRefusal(response: GatewayResponse): boolean {
	const { statusCode } = response;
	return statusCode >= 400 && statusCode < 500 && !ACCEPTED_EARLIER.includes(errorCodeOf(response) ?? '');
}

/** Messages to one chat are sent in the order of the items. */
export function chatOrderingKey(this: IExecuteFunctions, itemIndex: number): string {
	return `${getInstanceId(this, itemIndex)} ${getRecipient(this, itemIndex)}`;
}
