import { randomUUID } from 'node:crypto';

import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { gatewayError } from './errors';
import { errorTexts } from './errorTexts';
import type { FileStream } from './fileTransfer';
import { FILE_TIMEOUT_MS } from './fileTransfer';
import type { GatewayRequest } from './request';
import { isSuccess } from './request';
import { requestWithRetry } from './requestWithRetry';

/** An upload that a message can refer to (POST /v1/media, an addition). */
export interface UploadedFile {
	mediaId: string;
	mediaUrl: string;
	mediaType: string;
	mimeType: string;
	filename: string | null;
	size: number;
}

const CRLF = '\r\n';

/** The largest file of any type (specification: Limits), in bytes. */
const MAX_FILE_SIZE = 100 * 1024 * 1024;

/**
 * Uploads a file of n8n (POST /v1/media). Streams a file that n8n stores on disk or in a bucket, to keep it out of
 * memory. Without `mediaType`, the gateway detects the type. Throws a NodeOperationError when n8n does not have the content
 * of the file, when the file is empty or larger than any file may be, and the errors of `gatewayRequest`.
 */
export async function uploadFile(
	context: IExecuteFunctions,
	file: IBinaryData,
	mediaType: string | undefined,
	itemIndex: number,
): Promise<UploadedFile> {
	const { size, open } = await openFile(context, file, itemIndex);
	assertPossibleSize(context, size, itemIndex);
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
	let opened: FileStream | undefined;
	const openBody = async () => {
		opened?.destroy();
		const content = await open();
		if (Buffer.isBuffer(content)) return Buffer.concat([head, content, tail]);
		opened = content.compose(async function* (chunks: FileStream) {
			yield head;
			yield* chunks;
			yield tail;
		}) as FileStream;
		return opened;
	};
	const response = await requestWithRetry(context, request, { openBody, timeout: FILE_TIMEOUT_MS }).finally(
		// A request that failed has not read it to its end, and would leave the file open.
		() => opened?.destroy(),
	);
	if (isSuccess<{ data: UploadedFile }>(response)) return response.body.data;
	throw gatewayError(context.getNode(), response, request);
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

/**
 * Throws a NodeOperationError for a size that no file may have. The gateway closes the connection of an upload that is far
 * too large, often before n8n has read its response.
 */
function assertPossibleSize(context: IExecuteFunctions, size: number, itemIndex: number): void {
	if (size === 0) {
		throw new NodeOperationError(context.getNode(), 'The file is empty', {
			description: 'It has 0 bytes. Check the node that returns it.',
			itemIndex,
		});
	}
	if (size <= MAX_FILE_SIZE) return;
	throw new NodeOperationError(context.getNode(), errorTexts.media_too_large.message, {
		description: `It has ${Math.ceil(size / 1024 / 1024)} MB. Use a smaller file: images to 5 MB, video and audio to 16 MB, documents to 100 MB.`,
		itemIndex,
	});
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
