import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	IHookFunctions,
	IHttpRequestMethods,
	ILoadOptionsFunctions,
} from 'n8n-workflow';
import { NodeOperationError, sleep } from 'n8n-workflow';

import { errorCodeOf, gatewayError, networkError, secondsToWait } from './errors';

const CREDENTIAL_TYPE = 'messagingGatewayApi';
const TIMEOUT_MS = 60_000;
const MAX_WAITS = 3;
const MAX_WAIT_SECONDS = 60;

/** Where a request may come from: a running node, a webhook's registration, a list in the editor. */
export type GatewayContext = IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions;

export interface GatewayRequest {
	method: IHttpRequestMethods;
	/** Path below the gateway's address, e.g. `/v1/instances`; its variable parts already encoded. */
	path: string;
	query?: IDataObject;
	body?: IDataObject;
	/**
	 * The item the request belongs to. It is named in errors, and it means that an execution waits for the
	 * answer: a rate limit is then waited out. Without it somebody sits in front of the editor.
	 */
	itemIndex?: number;
}

/** An answer of any HTTP status, as n8n gives it with `returnFullResponse`. */
export interface GatewayResponse {
	statusCode: number;
	headers: IDataObject;
	body: unknown;
}

interface GatewayCredential extends ICredentialDataDecryptedObject {
	baseUrl: string;
}

/**
 * Sends one request to the gateway of the node's credential (specification: Endpoints, Authentication).
 *
 * Takes the context of n8n it runs in and the request; gives the body of the successful answer as it came.
 * Throws a NodeApiError with a readable text for every refusal, see `errors.ts`, and a NodeOperationError when
 * the credential holds no usable address. In an execution a 429 is repeated after the seconds the gateway asks
 * for, at most three times and never after more than a minute each.
 */
export async function gatewayRequest<T extends object>(
	context: GatewayContext,
	request: GatewayRequest,
): Promise<T> {
	const response = await exchange(context, request);
	if (isSuccess<T>(response)) return response.body;
	throw gatewayError(context.getNode(), response, request.itemIndex);
}

/**
 * The same for something that may be gone: gives undefined when the gateway answers with the given "not found"
 * code. A 404 that is not the gateway's own (a wrong address) is thrown like every other refusal.
 */
export async function gatewayRequestIfFound<T extends object>(
	context: GatewayContext,
	notFoundCode: string,
	request: GatewayRequest,
): Promise<T | undefined> {
	const response = await exchange(context, request);
	if (isSuccess<T>(response)) return response.body;
	if (errorCodeOf(response) === notFoundCode) return undefined;
	throw gatewayError(context.getNode(), response, request.itemIndex);
}

function isSuccess<T extends object>(response: GatewayResponse): response is GatewayResponse & { body: T } {
	const { statusCode, body } = response;
	return statusCode >= 200 && statusCode < 300 && typeof body === 'object' && body !== null;
}

/** Gives the final answer, whatever its status: rate limits that may be waited out are over by then. */
async function exchange(context: GatewayContext, request: GatewayRequest): Promise<GatewayResponse> {
	const credential = await context.getCredentials<GatewayCredential>(CREDENTIAL_TYPE);
	const maxWaits = request.itemIndex === undefined ? 0 : MAX_WAITS;
	for (let waits = 0; ; waits++) {
		const response = await send(context, credential, request);
		const seconds = secondsToWait(response);
		if (seconds === undefined || seconds > MAX_WAIT_SECONDS || waits === maxWaits) return response;
		await sleep(seconds * 1000);
	}
}

async function send(
	context: GatewayContext,
	credential: GatewayCredential,
	{ method, path, query, body, itemIndex }: GatewayRequest,
): Promise<GatewayResponse> {
	const address = gatewayAddress(context, credential, itemIndex);
	try {
		return await context.helpers.httpRequestWithAuthentication.call(
			context,
			CREDENTIAL_TYPE,
			{
				method,
				url: `${address}${path}`,
				qs: query,
				body,
				json: true,
				timeout: TIMEOUT_MS,
				returnFullResponse: true,
				ignoreHttpStatusErrors: true,
				// The gateway never redirects, and the key must not follow a redirect to somebody else.
				disableFollowRedirect: true,
			},
			// Handed over so that n8n does not read and decrypt the credential a second time for each request.
			{ credentialsDecrypted: { id: '', name: '', type: CREDENTIAL_TYPE, data: credential } },
		);
	} catch (error) {
		throw networkError(context.getNode(), address, error, itemIndex);
	}
}

function gatewayAddress(
	context: GatewayContext,
	{ baseUrl }: GatewayCredential,
	itemIndex: number | undefined,
): string {
	const address = String(baseUrl).trim().replace(/\/+$/, '');
	if (/^https?:\/\/[^/]/i.test(address)) return address;
	throw new NodeOperationError(context.getNode(), 'The Gateway URL in the credential is not a web address', {
		description: 'Enter it with http:// or https:// in front, e.g. http://127.0.0.1:8080.',
		itemIndex,
	});
}
