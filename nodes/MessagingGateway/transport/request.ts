import type {
	IDataObject,
	IExecuteFunctions,
	IHookFunctions,
	IHttpRequestMethods,
	ILoadOptionsFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

import { errorCodeOf, gatewayError } from './errors';
import type { GatewayResponse } from './exchange';
import { exchange } from './exchange';

/** Where a request may come from: a running node, a webhook or its registration, a list in the editor. */
export type GatewayContext = IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions | IWebhookFunctions;

export interface GatewayRequest {
	method: IHttpRequestMethods;
	/** Path below the gateway's address, e.g. `/v1/instances`; its variable parts already encoded. */
	path: string;
	query?: IDataObject;
	headers?: IDataObject;
	body?: IDataObject;
	/**
	 * The item the request belongs to. It is named in errors, and it means that an execution waits for the
	 * answer: a rate limit is then waited out. Without it somebody sits in front of the editor.
	 */
	itemIndex?: number;
}

/**
 * Sends one request to the gateway of the node's credential (specification: Endpoints, Authentication).
 *
 * Takes the context of n8n it runs in and the request; gives the body of the successful answer as it came.
 * Throws a NodeApiError with a readable text for every refusal, see `errors.ts`, and a NodeOperationError when
 * the credential holds no usable address. See `exchange.ts` for what is waited out first.
 */
export async function gatewayRequest<T extends object>(
	context: GatewayContext,
	request: GatewayRequest,
): Promise<T> {
	const response = await exchange(context, request);
	if (isSuccess<T>(response)) return response.body;
	throw gatewayError(context.getNode(), response, request.itemIndex);
}

/** The same for an answer `{success, data}`: gives the data. */
export async function gatewayData<T extends object = IDataObject>(
	context: GatewayContext,
	request: GatewayRequest,
): Promise<T> {
	const { data } = await gatewayRequest<{ data: T }>(context, request);
	return data;
}

/**
 * The same for what may be refused in a way that is no failure: gives undefined when the gateway answers with
 * the given code. A 404 that is not the gateway's own (a wrong address) is thrown like every other refusal.
 */
export async function gatewayRequestUnless<T extends object>(
	context: GatewayContext,
	code: string,
	request: GatewayRequest,
): Promise<T | undefined> {
	const response = await exchange(context, request);
	if (isSuccess<T>(response)) return response.body;
	if (errorCodeOf(response) === code) return undefined;
	throw gatewayError(context.getNode(), response, request.itemIndex);
}

export function isSuccess<T extends object>(
	response: GatewayResponse,
): response is GatewayResponse & { body: T } {
	const { statusCode, body } = response;
	return statusCode >= 200 && statusCode < 300 && typeof body === 'object' && body !== null;
}
