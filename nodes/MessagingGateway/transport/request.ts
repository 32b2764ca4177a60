import type {
	IDataObject,
	IExecuteFunctions,
	IHookFunctions,
	IHttpRequestMethods,
	ILoadOptionsFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

import { errorCodeOf, gatewayError } from './errors';
import type { OwnErrorText } from './errorTexts';
import type { GatewayResponse } from './requestWithRetry';
import { requestWithRetry } from './requestWithRetry';

/** The n8n context of a request: an execution, a webhook or its registration, or a list in the editor. */
export type GatewayContext = IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions | IWebhookFunctions;

export interface GatewayRequest {
	method: IHttpRequestMethods;
	/** Path below the gateway's URL, e.g. `/v1/instances`, with encoded parameters. */
	path: string;
	query?: IDataObject;
	headers?: IDataObject;
	body?: IDataObject;
	/**
	 * The item of the request, which errors name. It also enables retries after a rate limit; without it there are none,
	 * because a user waits in front of the editor.
	 */
	itemIndex?: number;
	/** Whether to retry after a 503 response, by default true. False for a request that takes effect each time. */
	retriesUnavailable?: boolean;
	/** What an error code means for this request, where the text for all operations would mislead. */
	errorTexts?: Readonly<Record<string, OwnErrorText>>;
}

/**
 * Sends one request to the gateway of the node's credential (specification: Endpoints, Authentication).
 *
 * Returns the body of the successful response; `requestWithRetry` retries first. Throws a NodeApiError for every error
 * response (see `errors.ts`), and a NodeOperationError when the credential has no valid URL.
 */
export async function gatewayRequest<T extends object>(
	context: GatewayContext,
	request: GatewayRequest,
): Promise<T> {
	const response = await requestWithRetry(context, request);
	if (isSuccess<T>(response)) return response.body;
	throw gatewayError(context.getNode(), response, request);
}

/** Like `gatewayRequest`, but returns the `data` of the response. */
export async function gatewayData<T extends object = IDataObject>(
	context: GatewayContext,
	request: GatewayRequest,
): Promise<T> {
	const { data } = await gatewayRequest<{ data: T }>(context, request);
	return data;
}

/**
 * Like `gatewayRequest`, but returns undefined when the gateway responds with the given error code. Still throws for a
 * 404 of another server.
 */
export async function gatewayRequestIgnoring<T extends object>(
	context: GatewayContext,
	code: string,
	request: GatewayRequest,
): Promise<T | undefined> {
	const response = await requestWithRetry(context, request);
	if (isSuccess<T>(response)) return response.body;
	if (errorCodeOf(response) === code) return undefined;
	throw gatewayError(context.getNode(), response, request);
}

/** Returns whether the gateway has carried out a request. Another server may respond with any other JSON. */
export function isSuccess<T extends object>(
	response: GatewayResponse,
): response is GatewayResponse & { body: T } {
	const { statusCode, body } = response;
	return (
		statusCode >= 200 && statusCode < 300 && typeof body === 'object' && body !== null && isOfGateway(body)
	);
}

/** The gateway's health has `authenticated`, every other JSON of it `success` or `data`. A download is a stream. */
function isOfGateway(body: object): boolean {
	return ['success', 'data', 'authenticated', 'pipe'].some((name) => name in body);
}
