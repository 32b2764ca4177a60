import type { Caller } from '../domain/caller.ts';
import { formatOfContentType } from '../media/formats.ts';
import { unsupportedMedia } from '../media/media-errors.ts';
import type { RemoteMedia } from '../media/remote-media.ts';
import type { Db } from '../store/schema.ts';
import type { MediaToSend } from './message-to-send.ts';
import type { MessageContent } from './message-content.ts';
import { isUploadUrl, uploadOfCallerOrThrow } from './upload-url.ts';

/**
 * Checks the file of a media message before the message is accepted: it exists, the caller may send it, and it has the
 * right type and size. Throws
 * invalid_media_url, media_download_failed, unsupported_media_type, media_too_large.
 */
export async function checkMedia(
	db: Db,
	remote: RemoteMedia,
	content: Extract<MessageContent, { kind: 'media' }>,
	caller: Caller,
): Promise<MediaToSend> {
	const { mediaUrl, mediaType, filename, caption } = content;
	if (!isUploadUrl(mediaUrl)) {
		await remote.probe(mediaUrl, mediaType);
		return { mediaUrl, filename, caption };
	}
	const upload = await uploadOfCallerOrThrow(db, mediaUrl, caller);
	if (upload.media_type !== mediaType) {
		const name = formatOfContentType(upload.mime_type)?.name ?? upload.mime_type;
		throw unsupportedMedia(mediaType, `The uploaded file is ${name}`);
	}
	return { mediaUrl, filename: filename ?? upload.filename, caption };
}
