import type { INode } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import { errorTexts } from './errorTexts';
import type { GatewayResponse } from './exchange';

/** The `error` of an error body (specification: Errors). */
type GatewayErrorBody = {
	code: string;
	message: string;
	requestId?: string;
	retryAfter?: number;
};

/**
 * Turns a refusal of the gateway into the error a person sees (specification: Errors).
 *
 * Takes the node, the answer and the item it belongs to; gives a NodeApiError whose message says what is wrong
 * and whose description says what to do next, in the gateway's own words too, with the request ID. A code that
 * is not known here shows the gateway's own message. An answer that is no error body of the gateway says so.
 */
export function gatewayError(node: INode, response: GatewayResponse, itemIndex?: number): NodeApiError {
	const httpCode = String(response.statusCode);
	const error = errorBodyOf(response.body);
	if (!error) {
		return new NodeApiError(
			node,
			{},
			{
				message: `The answer is not one of the gateway (HTTP ${httpCode})`,
				description:
					'Another server answers. Check the Gateway URL in the credential, and proxies on the way.',
				httpCode,
				itemIndex,
			},
		);
	}

	const text = Object.hasOwn(errorTexts, error.code) ? errorTexts[error.code] : undefined;
	const seconds = secondsToWait(response);
	return new NodeApiError(
		node,
		{ error },
		{
			message: text?.message ?? error.message,
			description: [
				text?.nextStep,
				seconds === undefined ? undefined : `It may succeed in ${seconds} seconds.`,
				text ? `The gateway says: ${error.message}` : `Error code: ${error.code}`,
				error.requestId ? `Request ID: ${error.requestId}` : undefined,
			]
				.filter((part) => part !== undefined)
				.join(' '),
			httpCode,
			itemIndex,
		},
	);
}

/**
 * The error for a gateway that cannot be reached at all. Takes what n8n's request threw, and keeps of it only
 * the code of the failure: the thrown object carries the headers of the request, and with them the key.
 */
export function networkError(node: INode, address: string, cause: unknown, itemIndex?: number): NodeApiError {
	const code = networkCodeOf(cause);
	return new NodeApiError(
		node,
		{},
		{
			message: `The gateway does not answer at ${address}: is it running?`,
			description:
				'Start the gateway, or correct the Gateway URL in the credential. n8n must be able to reach it' +
				`${code === undefined ? '.' : ` (${code}).`}`,
			itemIndex,
		},
	);
}

/**
 * Seconds after which a refused request may be sent again: one over the rate limit, or one to a gateway that is
 * not ready and says when it will be. Undefined for every other answer.
 */
export function secondsToWait({ statusCode, headers, body }: GatewayResponse): number | undefined {
	if (statusCode !== 429 && statusCode !== 503) return undefined;
	const seconds = errorBodyOf(body)?.retryAfter ?? Number(headers['retry-after'] ?? Number.NaN);
	if (Number.isFinite(seconds) && seconds >= 0) return seconds;
	// Without a usable figure a minute is right for a limit: they count in windows of one minute.
	return statusCode === 429 ? 60 : undefined;
}

/** The gateway's code of a refusal; undefined when the answer is no error body of the gateway. */
export function errorCodeOf({ body }: GatewayResponse): string | undefined {
	return errorBodyOf(body)?.code;
}

function errorBodyOf(body: unknown): GatewayErrorBody | undefined {
	if (!isRecord(body) || !isRecord(body.error)) return undefined;
	const { code, message, requestId, retryAfter } = body.error;
	if (typeof code !== 'string' || typeof message !== 'string') return undefined;
	return {
		code,
		message,
		...(typeof requestId === 'string' && { requestId }),
		...(typeof retryAfter === 'number' && { retryAfter }),
	};
}

/** Code like ECONNREFUSED of the failure that n8n wrapped; undefined when there is none. */
function networkCodeOf(error: unknown): string | undefined {
	const cause = error instanceof Error ? error.cause : undefined;
	return isRecord(cause) && typeof cause.code === 'string' ? cause.code : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null;
}
