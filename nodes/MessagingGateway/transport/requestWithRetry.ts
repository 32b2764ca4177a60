import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { cancelableSleep, throwIfCanceled } from './cancellation';
import { CREDENTIAL_TYPE, getCredential, gatewayAddress } from './credential';
import { networkError, retryAfterSeconds } from './errors';
import type { GatewayContext, GatewayRequest } from './request';

const TIMEOUT_MS = 60_000;
const MAX_RETRIES = 5;
const MAX_RETRY_DELAY_SECONDS = 60;

/** A response of any HTTP status, as n8n returns it with `returnFullResponse`. */
export interface GatewayResponse {
	statusCode: number;
	headers: IDataObject;
	body: unknown;
	/** The Gateway URL that it came from. */
	address: string;
}

/** The request options of an upload or download. */
export interface FileRequestOptions extends Pick<IHttpRequestOptions, 'encoding' | 'timeout'> {
	/** Opens the request body; called for each try, because a stream can be read only once. */
	openBody?: () => Promise<IHttpRequestOptions['body']>;
}

/**
 * Sends a request and returns the final response, also an error response.
 *
 * In an execution it retries after a 429 or 503 response, at most five times, each time after the delay that the
 * gateway asks for. It returns the response when the delay is longer than a minute, and a 503 response to a request
 * with `retriesUnavailable: false`. Throws a NodeOperationError when the execution is canceled, and when the query has
 * a list or an object, and a NodeApiError when there is no response.
 */
export async function requestWithRetry(
	context: GatewayContext,
	request: GatewayRequest,
	file?: FileRequestOptions,
): Promise<GatewayResponse> {
	assertPlainQuery(context, request);
	const maxRetries = request.itemIndex === undefined ? 0 : MAX_RETRIES;
	for (let retries = 0; ; retries++) {
		const response = await send(context, request, file);
		if (response.statusCode === 503 && request.retriesUnavailable === false) return response;
		const seconds = retryAfterSeconds(response);
		if (seconds === undefined || seconds > MAX_RETRY_DELAY_SECONDS || retries === maxRetries) return response;
		await cancelableSleep(context, seconds * 1000);
	}
}

/** The gateway ignores parameters of other names, as n8n would make of `status: [...]`, and would return everything. */
function assertPlainQuery(context: GatewayContext, { query = {}, itemIndex }: GatewayRequest): void {
	const wrong = Object.keys(query).find((name) => typeof query[name] === 'object' && query[name] !== null);
	if (wrong === undefined) return;
	throw new NodeOperationError(context.getNode(), `The value of "${wrong}" is a list or an object`, {
		description: 'Let the expression return one of the values that the field offers.',
		itemIndex,
	});
}

async function send(
	context: GatewayContext,
	{ method, path, query, headers, body, itemIndex }: GatewayRequest,
	{ openBody, ...file }: FileRequestOptions = {},
): Promise<GatewayResponse> {
	const credential = await getCredential(context);
	const address = gatewayAddress(context, credential, itemIndex);
	const requestBody = openBody ? await openBody() : body;
	try {
		const response = (await context.helpers.httpRequestWithAuthentication.call(
			context,
			CREDENTIAL_TYPE,
			{
				method,
				url: `${address}${path}`,
				qs: query,
				headers,
				body: requestBody,
				json: true,
				timeout: TIMEOUT_MS,
				returnFullResponse: true,
				ignoreHttpStatusErrors: true,
				// The gateway never redirects, and a redirect would send the API key to another server.
				disableFollowRedirect: true,
				...file,
			},
			// With this, n8n does not read and decrypt the credential again for each request.
			{ credentialsDecrypted: { id: '', name: '', type: CREDENTIAL_TYPE, data: credential } },
		)) as Omit<GatewayResponse, 'address'>;
		return { ...response, address };
	} catch (error) {
		// n8n aborts the requests of a canceled execution.
		throwIfCanceled(context);
		throw networkError(context.getNode(), address, error, itemIndex);
	}
}
