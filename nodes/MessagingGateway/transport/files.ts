import { randomUUID } from 'node:crypto';

import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { throwIfCanceled } from './cancellation';
import { errorCodeOf, gatewayError, interruptedDownload } from './errors';
import { networkCodeOf } from './networkErrors';
import type { GatewayResponse } from './requestWithRetry';
import { requestWithRetry } from './requestWithRetry';
import type { GatewayRequest } from './request';
import { isSuccess } from './request';

/** An upload that a message can refer to (POST /v1/media, an addition). */
export interface UploadedFile {
	mediaId: string;
	mediaUrl: string;
	mediaType: string;
	mimeType: string;
	filename: string | null;
	size: number;
}

type FileStream = Awaited<ReturnType<IExecuteFunctions['helpers']['getBinaryStream']>>;

const CRLF = '\r\n';
/** Long enough for 100 MB over a slow connection. */
const FILE_TIMEOUT_MS = 600_000;
const DOWNLOAD = { encoding: 'stream', timeout: FILE_TIMEOUT_MS } as const;
/** The codes of errors of a stream whose connection ended too early. */
const LOST_CONNECTION = /^(ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|ERR_STREAM_PREMATURE_CLOSE)$/;
/** Maximum number of characters to read of an error body. */
const MAX_ERROR_BODY_LENGTH = 65_536;

/**
 * Uploads a file of n8n (POST /v1/media). Streams a file that n8n stores on disk or in a bucket, to keep it out of
 * memory. Without `mediaType`, the gateway detects the type. Throws a NodeOperationError when n8n does not have the content
 * of the file, and the errors of `gatewayRequest`.
 */
export async function uploadFile(
	context: IExecuteFunctions,
	file: IBinaryData,
	mediaType: string | undefined,
	itemIndex: number,
): Promise<UploadedFile> {
	const { size, open } = await openFile(context, file, itemIndex);
	// A Code node may return a file without a type; the gateway then goes by the bytes.
	const mimeType = String(file.mimeType ?? 'application/octet-stream');
	const boundary = `----n8n-${randomUUID()}`;
	const head = Buffer.from(
		[
			...(mediaType === undefined
				? []
				: [`--${boundary}`, 'Content-Disposition: form-data; name="mediaType"', '', mediaType]),
			`--${boundary}`,
			`Content-Disposition: form-data; name="file"; filename="${escapeFileName(String(file.fileName ?? 'file'))}"`,
			`Content-Type: ${mimeType.replace(/[\r\n]/g, '')}`,
			'',
			'',
		].join(CRLF),
	);
	const tail = Buffer.from(`${CRLF}--${boundary}--${CRLF}`);

	const request: GatewayRequest = {
		method: 'POST',
		path: '/v1/media',
		headers: {
			'Content-Type': `multipart/form-data; boundary=${boundary}`,
			'Content-Length': head.length + size + tail.length,
		},
		itemIndex,
	};
	const openBody = async () => {
		const content = await open();
		if (Buffer.isBuffer(content)) return Buffer.concat([head, content, tail]);
		return content.compose(async function* (chunks: FileStream) {
			yield head;
			yield* chunks;
			yield tail;
		});
	};
	const response = await requestWithRetry(context, request, { openBody, timeout: FILE_TIMEOUT_MS });
	if (isSuccess<{ data: UploadedFile }>(response)) return response.body.data;
	throw gatewayError(context.getNode(), response, itemIndex);
}

/**
 * Streams a file of the gateway into n8n's binary data storage and returns its reference for an item. `fallbackName`
 * is the file name if the response has none. Throws the errors of `gatewayRequest`.
 */
export async function downloadFile(
	context: IExecuteFunctions,
	request: GatewayRequest,
	fallbackName: string,
): Promise<IBinaryData> {
	const response = await requestWithRetry(context, request, DOWNLOAD);
	if (isSuccess(response)) return await storeFile(context, response, fallbackName, request.itemIndex);
	throw gatewayError(context.getNode(), await withParsedBody(response), request.itemIndex);
}

/** Like `downloadFile`, but returns undefined when the gateway responds with the given error code. */
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
	throw gatewayError(context.getNode(), errorResponse, request.itemIndex);
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

/**
 * Returns the size in bytes and a function that opens the content. In n8n's default mode the item holds it as base64.
 * Throws a NodeOperationError when n8n does not have the content.
 */
async function openFile(
	context: IExecuteFunctions,
	file: IBinaryData | null,
	itemIndex: number,
): Promise<{ size: number; open: () => Promise<Buffer | FileStream> }> {
	const { id, data } = file ?? {};
	if (id !== undefined) {
		const metadata = await context.helpers.getBinaryMetadata(id).catch((error: unknown) => {
			throw missingContent(context, itemIndex, error);
		});
		return { size: metadata.fileSize, open: async () => await context.helpers.getBinaryStream(id) };
	}
	if (typeof data !== 'string') throw missingContent(context, itemIndex);
	const content = Buffer.from(data, 'base64');
	return { size: content.length, open: async () => content };
}

function missingContent(context: IExecuteFunctions, itemIndex: number, cause?: unknown): NodeOperationError {
	const reason = cause instanceof Error ? ` (${cause.message})` : '';
	return new NodeOperationError(context.getNode(), 'The file of the item has no content', {
		description: `Run the node that returns the file again: n8n deletes files with their executions. A Code node has to make a file with this.helpers.prepareBinaryData.${reason}`,
		itemIndex,
	});
}

/** Escapes a file name for a quoted string in a header, as browsers do. */
function escapeFileName(fileName: string): string {
	return fileName.replace(/\r/g, '%0D').replace(/\n/g, '%0A').replace(/"/g, '%22');
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
	return { ...response, body: parseJson(text) };
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
