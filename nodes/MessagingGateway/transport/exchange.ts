import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { CREDENTIAL_TYPE, credentialOf, gatewayAddress } from './credential';
import { networkError, secondsToWait } from './errors';
import { pause } from './pause';
import type { GatewayContext, GatewayRequest } from './request';

const TIMEOUT_MS = 60_000;
const MAX_WAITS = 5;
const MAX_WAIT_SECONDS = 60;

/** An answer of any HTTP status, as n8n gives it with `returnFullResponse`. */
export interface GatewayResponse {
	statusCode: number;
	headers: IDataObject;
	body: unknown;
}

/** What is special about the exchange of a file. */
export interface FileExchange extends Pick<IHttpRequestOptions, 'encoding' | 'timeout'> {
	/** Opens what is sent, anew for each try: a stream can be read only once. */
	openBody?: () => Promise<IHttpRequestOptions['body']>;
}

/**
 * Sends a request and gives the final answer, whatever its status.
 *
 * In an execution a request that is refused for a while (rate limit, or a gateway that is shutting down) is sent
 * again after the seconds the gateway asks for, at most five times and never after more than a minute each. A
 * canceled execution stops waiting.
 */
export async function exchange(
	context: GatewayContext,
	request: GatewayRequest,
	file?: FileExchange,
): Promise<GatewayResponse> {
	const maxWaits = request.itemIndex === undefined ? 0 : MAX_WAITS;
	for (let waits = 0; ; waits++) {
		const response = await send(context, request, file);
		const seconds = secondsToWait(response);
		if (seconds === undefined || seconds > MAX_WAIT_SECONDS || waits === maxWaits) return response;
		await pause(context, seconds * 1000);
	}
}

async function send(
	context: GatewayContext,
	{ method, path, query, headers, body, itemIndex }: GatewayRequest,
	{ openBody, ...file }: FileExchange = {},
): Promise<GatewayResponse> {
	const credential = await credentialOf(context);
	const address = gatewayAddress(context, credential, itemIndex);
	const content = openBody ? await openBody() : body;
	try {
		return await context.helpers.httpRequestWithAuthentication.call(
			context,
			CREDENTIAL_TYPE,
			{
				method,
				url: `${address}${path}`,
				qs: query,
				headers,
				body: content,
				json: true,
				timeout: TIMEOUT_MS,
				returnFullResponse: true,
				ignoreHttpStatusErrors: true,
				// The gateway never redirects, and the key must not follow a redirect to somebody else.
				disableFollowRedirect: true,
				...file,
			},
			// Handed over so that n8n does not read and decrypt the credential a second time for each request.
			{ credentialsDecrypted: { id: '', name: '', type: CREDENTIAL_TYPE, data: credential } },
		);
	} catch (error) {
		throw networkError(context.getNode(), address, error, itemIndex);
	}
}
