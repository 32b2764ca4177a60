import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { errorCodeOf, gatewayError } from '../transport/errors';
import { isSuccess } from '../transport/request';
import { requestWithRetry } from '../transport/requestWithRetry';

/** Milliseconds for a request while a delivery waits; the gateway ends the attempt after five seconds. */
export const WITHIN_DELIVERY_TIMEOUT = 3000;

/**
 * Returns the `data` of a GET response, within the time that the gateway waits for the response to a delivery; undefined
 * for a response with one of the error codes in `absent`. Throws a NodeApiError for every other error response, and when
 * there is none in time.
 */
export async function readWithinDelivery<T extends object>(
	context: IWebhookFunctions,
	{ path, query, absent = [] }: { path: string; query?: IDataObject; absent?: readonly string[] },
): Promise<T | undefined> {
	const request = { method: 'GET' as const, path, query };
	const response = await requestWithRetry(context, request, { timeout: WITHIN_DELIVERY_TIMEOUT });
	if (isSuccess<{ data: T }>(response)) return response.body.data;
	if (absent.includes(errorCodeOf(response) ?? '')) return undefined;
	throw gatewayError(context.getNode(), response);
}
