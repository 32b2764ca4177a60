import { GatewayError } from '../domain/error.ts';
import type { MediaId } from '../domain/ids.ts';
import type { Db } from '../store/schema.ts';
import { findUpload, type UploadRow } from '../store/messages/uploads.ts';

/**
 * The mediaUrl of an upload. It names the upload and no address, so it stays right when the gateway moves to
 * another one.
 */
const UPLOAD_SCHEME = 'media:';

export function mediaUrlOf(uploadId: MediaId): string {
	return `${UPLOAD_SCHEME}${uploadId}`;
}

/** Whether a mediaUrl is that of an upload, here or gone, and not the address of a file elsewhere. */
export function isUploadUrl(mediaUrl: string): boolean {
	return mediaUrl.startsWith(UPLOAD_SCHEME);
}

/** The upload a mediaUrl names. Throws invalid_media_url where it is none, or not any more. */
export async function uploadOrThrow(db: Db, mediaUrl: string): Promise<UploadRow> {
	const upload = await findUpload(db, mediaUrl.slice(UPLOAD_SCHEME.length));
	if (upload !== undefined) return upload;
	throw new GatewayError(
		'invalid_media_url',
		'There is no uploaded file with this mediaUrl; uploads are kept for 24 hours. Upload it with POST /v1/media.',
	);
}
