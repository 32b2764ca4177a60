import type { Caller } from '../../domain/access/caller.ts';
import { GatewayError } from '../../domain/error.ts';
import type { MediaId } from '../../domain/ids.ts';
import type { Db } from '../../store/schema.ts';
import { findUpload, lockUpload, type UploadRow } from '../../store/messages/uploads.ts';

/**
 * The scheme of an upload's mediaUrl. It contains the id of the upload and no address of the gateway, so it stays valid
 * when the address changes.
 */
const UPLOAD_SCHEME = 'media:';

/** The mediaUrl of an upload. */
export function mediaUrlOf(uploadId: MediaId): string {
	return `${UPLOAD_SCHEME}${uploadId}`;
}

/** Whether a mediaUrl is that of an upload, which may be deleted, rather than the URL of a file elsewhere. */
export function isUploadUrl(mediaUrl: string): boolean {
	return mediaUrl.startsWith(UPLOAD_SCHEME);
}

/**
 * The upload of a mediaUrl that a caller sends: a caller limited to instances can send only its own uploads. Throws
 * invalid_media_url.
 */
export async function uploadOfCallerOrThrow(
	db: Db,
	mediaUrl: string,
	{ actor, instanceIds }: Pick<Caller, 'actor' | 'instanceIds'>,
): Promise<UploadRow> {
	const upload = await uploadOrThrow(db, mediaUrl);
	if (instanceIds === null || upload.actor === actor) return upload;
	throwNoUpload();
}

/** The upload of a mediaUrl. Throws invalid_media_url if there is no such upload, or it was deleted. */
export async function uploadOrThrow(db: Db, mediaUrl: string): Promise<UploadRow> {
	return (await findUpload(db, uploadIdOf(mediaUrl))) ?? throwNoUpload();
}

/** Like uploadOrThrow(), and keeps the upload until the end of the transaction. */
export async function lockUploadOrThrow(db: Db, mediaUrl: string): Promise<UploadRow> {
	return (await lockUpload(db, uploadIdOf(mediaUrl))) ?? throwNoUpload();
}

function uploadIdOf(mediaUrl: string): string {
	return mediaUrl.slice(UPLOAD_SCHEME.length);
}

function throwNoUpload(): never {
	throw new GatewayError(
		'invalid_media_url',
		'There is no uploaded file with this mediaUrl; uploads are kept for 24 hours. Upload it with POST /v1/media.',
	);
}
