import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { parseJson } from '../json';
import { throwIfCanceled } from './cancellation';
import { errorCodeOf, gatewayError, interruptedDownload } from './errors';
import type { FileStream } from './fileTransfer';
import { FILE_TIMEOUT_MS } from './fileTransfer';
import { networkCodeOf } from './networkErrors';
import type { GatewayRequest } from './request';
import { isSuccess } from './request';
import type { GatewayResponse } from './requestWithRetry';
import { requestWithRetry } from './requestWithRetry';

const DOWNLOAD = { encoding: 'stream', timeout: FILE_TIMEOUT_MS } as const;
/** The codes of errors of a stream whose connection ended too early. */
const LOST_CONNECTION = /^(ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|ERR_STREAM_PREMATURE_CLOSE)$/;
/** Maximum number of characters to read of an error body. */
const MAX_ERROR_BODY_LENGTH = 65_536;

/**
 * Streams a file of the gateway into n8n's binary data storage and returns its reference for an item; undefined: the
 * gateway responded with the given error code. `fallbackName` is the file name if the response has none. Throws the errors
 * of `gatewayRequest`.
 */
export async function downloadFileIgnoring(
	context: IExecuteFunctions,
	code: string,
	request: GatewayRequest,
	fallbackName: string,
): Promise<IBinaryData | undefined> {
	const response = await requestWithRetry(context, request, DOWNLOAD);
	if (isSuccess(response)) return await storeFile(context, response, fallbackName, request.itemIndex);
	const errorResponse = await withParsedBody(response);
	if (errorCodeOf(errorResponse) === code) return undefined;
	throw gatewayError(context.getNode(), errorResponse, request);
}

async function storeFile(
	context: IExecuteFunctions,
	response: GatewayResponse,
	fallbackName: string,
	itemIndex: number | undefined,
): Promise<IBinaryData> {
	try {
		return await context.helpers.prepareBinaryData(
			response.body as FileStream,
			fileNameOf(String(response.headers['content-disposition'] ?? '')) ?? fallbackName,
			mimeTypeOf(String(response.headers['content-type'] ?? '')),
		);
	} catch (error) {
		throwIfCanceled(context);
		if (LOST_CONNECTION.test(networkCodeOf(error) ?? '')) {
			throw interruptedDownload(context.getNode(), error, itemIndex);
		}
		// Any other error is one of n8n's storage, e.g. a full disk.
		throw new NodeOperationError(context.getNode(), error as Error, { itemIndex });
	}
}

/** Returns the file name of a Content-Disposition header; `filename*` takes precedence over `filename`. */
function fileNameOf(disposition: string): string | undefined {
	const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
	if (encoded !== undefined) return decodeURIComponent(encoded);
	return /filename="((?:[^"\\]|\\.)*)"/i.exec(disposition)?.[1]?.replace(/\\(.)/g, '$1');
}

function mimeTypeOf(contentType: string): string | undefined {
	return contentType.split(';')[0].trim() || undefined;
}

/** Reads and parses the body of an error response that was requested as a stream. */
async function withParsedBody(response: GatewayResponse): Promise<GatewayResponse> {
	let text = '';
	for await (const chunk of response.body as FileStream) {
		text += String(chunk);
		if (text.length > MAX_ERROR_BODY_LENGTH) break;
	}
	return { ...response, body: parseJson(text) ?? text };
}
