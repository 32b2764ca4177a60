import type { INode } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import { isJsonObject } from '../json';
import type { OwnErrorText } from './errorTexts';
import { errorTexts, RETRY_ON_FAIL } from './errorTexts';
import { missingTakeover } from './missingTakeover';
import { networkCodeOf, networkProblem } from './networkErrors';
import { otherServer } from './otherServer';
import { refusedPhone } from './refusedPhone';
import type { GatewayRequest } from './request';
import type { GatewayResponse } from './requestWithRetry';

/** The `error` of an error body (specification: Errors). */
type GatewayErrorBody = {
	code: string;
	message: string;
	requestId?: string;
	retryAfter?: number;
	/** What to do next, an addition; older gateways have none. */
	hint?: string;
};

/** The next step after an error that may be over by itself. */
const RUN_AGAIN = `If the gateway was only restarting, run the node again. ${RETRY_ON_FAIL}`;

/** The codes of a connection that ended before the response, as it does when the gateway stops. */
const LOST_CONNECTION = /^(ECONNRESET|EPIPE)$/;

/**
 * Converts an error response to a NodeApiError (specification: Errors).
 *
 * The message says what is wrong; the description says what to do next, in n8n or by the gateway's hint, and contains
 * the gateway's own message and the request ID. The texts of the request precede those of all operations. For an unknown
 * code the message is the gateway's own. For a response of another server they say whose it is.
 */
export function gatewayError(
	node: INode,
	response: GatewayResponse,
	{ itemIndex, errorTexts: ownTexts = {}, retriesUnavailable = true, ...sent }: Partial<GatewayRequest> = {},
): NodeApiError {
	const httpCode = String(response.statusCode);
	const error = errorBodyOf(response.body);
	if (!error) {
		const { message, nextStep } = otherServer(response, response.address);
		const isTemporary = response.statusCode >= 502;
		const description = isTemporary ? `${nextStep} ${RUN_AGAIN}` : nextStep;
		return new NodeApiError(node, {}, { message, description, httpCode, itemIndex });
	}

	const text =
		textOf(error.code, ownTexts) ??
		refusedPhone(error.code, error.message, sent) ??
		missingTakeover(error.code, error.message) ??
		textOf(error.code, errorTexts);
	const seconds =
		response.statusCode === 503 && !retriesUnavailable ? undefined : retryAfterSeconds(response);
	return new NodeApiError(
		node,
		{ error },
		{
			message: text?.message ?? error.message,
			description: [
				text?.nextStep === undefined ? error.hint : (text.nextStep ?? undefined),
				seconds === undefined ? undefined : `Retry after ${seconds} seconds.`,
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

function textOf(code: string, texts: Readonly<Record<string, OwnErrorText>>): OwnErrorText | undefined {
	return Object.hasOwn(texts, code) ? texts[code] : undefined;
}

/**
 * Returns the error for a request without a response. Keeps only the error code of `cause`, because that contains the
 * headers of the request, and with them the API key.
 */
export function networkError(node: INode, address: string, cause: unknown, itemIndex?: number): NodeApiError {
	const problem = networkProblem(address, cause);
	const isLost = LOST_CONNECTION.test(networkCodeOf(cause) ?? '');
	const nextStep = isLost ? `${problem.nextStep} ${RUN_AGAIN}` : problem.nextStep;
	return connectionError(node, { ...problem, nextStep }, cause, itemIndex);
}

/** Returns the error for a response whose connection was lost before the end of its file. */
export function interruptedDownload(node: INode, cause: unknown, itemIndex?: number): NodeApiError {
	const problem = {
		message: 'The connection to the gateway was lost during the download of the file',
		nextStep: `Run the node again. ${RETRY_ON_FAIL}`,
	};
	return connectionError(node, problem, cause, itemIndex);
}

function connectionError(
	node: INode,
	{ message, nextStep }: ReturnType<typeof networkProblem>,
	cause: unknown,
	itemIndex: number | undefined,
): NodeApiError {
	const code = networkCodeOf(cause);
	const description = code === undefined ? nextStep : `${nextStep} (${code})`;
	return new NodeApiError(node, {}, { message, description, itemIndex });
}

/**
 * Returns the seconds after which to retry a request over the rate limit (429), or to a gateway that is not ready (503)
 * and says when it will be. Returns undefined for every other response.
 */
export function retryAfterSeconds({ statusCode, headers, body }: GatewayResponse): number | undefined {
	if (statusCode !== 429 && statusCode !== 503) return undefined;
	const seconds = errorBodyOf(body)?.retryAfter ?? Number(headers['retry-after'] ?? Number.NaN);
	if (Number.isFinite(seconds) && seconds >= 0) return seconds;
	// Rate limits count in windows of one minute.
	return statusCode === 429 ? 60 : undefined;
}

/** Returns the code of an error response; undefined when the response is not an error of the gateway. */
export function errorCodeOf({ body }: GatewayResponse): string | undefined {
	return errorBodyOf(body)?.code;
}

function errorBodyOf(body: unknown): GatewayErrorBody | undefined {
	if (!isJsonObject(body) || !isJsonObject(body.error)) return undefined;
	const { code, message, requestId, retryAfter, hint } = body.error;
	if (typeof code !== 'string' || typeof message !== 'string') return undefined;
	return {
		code,
		message,
		...(typeof requestId === 'string' && { requestId }),
		...(typeof retryAfter === 'number' && { retryAfter }),
		...(typeof hint === 'string' && { hint }),
	};
}
