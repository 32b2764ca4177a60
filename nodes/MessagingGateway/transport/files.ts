import { randomUUID } from 'node:crypto';

import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { errorCodeOf, gatewayError } from './errors';
import type { GatewayResponse } from './exchange';
import { exchange } from './exchange';
import type { GatewayRequest } from './request';
import { isSuccess } from './request';

/** A file that the gateway holds for a message to carry (POST /v1/media, an addition). */
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
/** A hundred megabytes over a slow line take their time. */
const FILE_TIMEOUT_MS = 600_000;
const DOWNLOAD = { encoding: 'stream', timeout: FILE_TIMEOUT_MS } as const;
/** The most of an error body that is read. */
const ERROR_BODY_LIMIT = 65_536;

/**
 * Uploads a file of n8n (POST /v1/media). A file that n8n keeps on disk or in a bucket is streamed: no more than
 * a piece of it is ever in memory. Takes what the message may carry it as; the gateway tells by itself when left
 * out. Throws what `gatewayRequest` throws.
 */
export async function uploadFile(
	context: IExecuteFunctions,
	file: IBinaryData,
	mediaType: string | undefined,
	itemIndex: number,
): Promise<UploadedFile> {
	const boundary = `----n8n-${randomUUID()}`;
	const head = Buffer.from(
		[
			...(mediaType === undefined
				? []
				: [`--${boundary}`, 'Content-Disposition: form-data; name="mediaType"', '', mediaType]),
			`--${boundary}`,
			`Content-Disposition: form-data; name="file"; filename="${quoted(file.fileName ?? 'file')}"`,
			`Content-Type: ${file.mimeType.replace(/[\r\n]/g, '')}`,
			'',
			'',
		].join(CRLF),
	);
	const tail = Buffer.from(`${CRLF}--${boundary}--${CRLF}`);
	const { size, open } = await contentOf(context, file);

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
		return content.compose(async function* (pieces: FileStream) {
			yield head;
			yield* pieces;
			yield tail;
		});
	};
	const response = await exchange(context, request, { openBody, timeout: FILE_TIMEOUT_MS });
	if (isSuccess<{ data: UploadedFile }>(response)) return response.body.data;
	throw gatewayError(context.getNode(), response, itemIndex);
}

/**
 * Streams a file of the gateway into n8n's store of files. Takes the request of the file and a name for it when
 * the answer has none; gives what an item holds of it. Throws what `gatewayRequest` throws.
 */
export async function downloadFile(
	context: IExecuteFunctions,
	request: GatewayRequest,
	fallbackName: string,
): Promise<IBinaryData> {
	const response = await exchange(context, request, DOWNLOAD);
	if (isSuccess(response)) return await stored(context, response, fallbackName);
	throw gatewayError(context.getNode(), await readable(response), request.itemIndex);
}

/** The same for a file that may not be there: gives undefined when the gateway answers with the given code. */
export async function downloadFileUnless(
	context: IExecuteFunctions,
	code: string,
	request: GatewayRequest,
	fallbackName: string,
): Promise<IBinaryData | undefined> {
	const response = await exchange(context, request, DOWNLOAD);
	if (isSuccess(response)) return await stored(context, response, fallbackName);
	const refusal = await readable(response);
	if (errorCodeOf(refusal) === code) return undefined;
	throw gatewayError(context.getNode(), refusal, request.itemIndex);
}

async function stored(
	context: IExecuteFunctions,
	response: GatewayResponse,
	fallbackName: string,
): Promise<IBinaryData> {
	return await context.helpers.prepareBinaryData(
		response.body as FileStream,
		fileNameOf(String(response.headers['content-disposition'] ?? '')) ?? fallbackName,
		mimeTypeOf(String(response.headers['content-type'] ?? '')),
	);
}

/** n8n keeps small files, and all files in its default mode, as base64 in the item itself. */
async function contentOf(
	context: IExecuteFunctions,
	{ id, data }: IBinaryData,
): Promise<{ size: number; open: () => Promise<Buffer | FileStream> }> {
	if (id === undefined) {
		const content = Buffer.from(data, 'base64');
		return { size: content.length, open: async () => content };
	}
	const { fileSize } = await context.helpers.getBinaryMetadata(id);
	return { size: fileSize, open: async () => await context.helpers.getBinaryStream(id) };
}

/** What a header's quoted string cannot hold is written as browsers write it. */
function quoted(fileName: string): string {
	return fileName.replace(/\r/g, '%0D').replace(/\n/g, '%0A').replace(/"/g, '%22');
}

/** The name in a Content-Disposition header; the encoded form counts more than the plain one. */
function fileNameOf(disposition: string): string | undefined {
	const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
	if (encoded !== undefined) return decodeURIComponent(encoded);
	return /filename="((?:[^"\\]|\\.)*)"/i.exec(disposition)?.[1]?.replace(/\\(.)/g, '$1');
}

function mimeTypeOf(contentType: string): string | undefined {
	return contentType.split(';')[0].trim() || undefined;
}

/** The error body of an answer that was asked for as a stream. */
async function readable(response: GatewayResponse): Promise<GatewayResponse> {
	let text = '';
	for await (const piece of response.body as FileStream) {
		text += String(piece);
		if (text.length > ERROR_BODY_LIMIT) break;
	}
	return { ...response, body: parsed(text) };
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
