import { createHash } from 'node:crypto';

import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { uploadFile } from '../../../transport/uploadFile';
import { getIdempotencyKey } from '../sending/idempotency';
import { retryStorage } from '../sending/retryStorage';

/** An upload of an earlier try of this execution. */
interface StoredUpload {
	mediaUrl: string;
	mediaType: string;
	/** Milliseconds since 1970. */
	uploadedAt: number;
}

/** The gateway deletes an upload that no message contains after 24 hours, and then an upload is made again. */
const UPLOAD_REUSE_MS = 23 * 3_600_000;

/**
 * Uploads a file unless an earlier try of this execution did. A retried execution sends the address of the first upload,
 * so that the gateway recognises the request by its idempotency key and body. `part` distinguishes the files of an item.
 * Another file under the same idempotency key is uploaded, so that the gateway refuses its message instead of leaving it
 * out.
 */
export async function uploadOnce(
	context: IExecuteFunctions,
	file: IBinaryData,
	{ mediaType, part, itemIndex }: { mediaType: string | undefined; part: number; itemIndex: number },
): Promise<StoredUpload> {
	const uploads = retryStorage(context);
	const name = `upload ${getIdempotencyKey(context, itemIndex, part)} ${digestOf(file)}`;
	const earlier = uploads[name] as StoredUpload | undefined;
	if (earlier && Date.now() - earlier.uploadedAt < UPLOAD_REUSE_MS) return earlier;
	const uploaded = await uploadFile(context, file, mediaType, itemIndex);
	const stored = { mediaUrl: uploaded.mediaUrl, mediaType: uploaded.mediaType, uploadedAt: Date.now() };
	uploads[name] = stored;
	return stored;
}

/**
 * Returns a text that differs for different files; n8n stores a file in its item, or under an ID. A Code node may return
 * anything, which `uploadFile` refuses.
 */
function digestOf(file: Partial<IBinaryData> | null): string {
	return createHash('sha256')
		.update(String(file?.id ?? file?.data))
		.digest('hex');
}
