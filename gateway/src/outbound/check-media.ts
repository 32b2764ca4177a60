import { formatOfHeader } from '../media/formats.ts';
import { unsupportedMedia } from '../media/refusals.ts';
import type { RemoteMedia } from '../media/remote-media.ts';
import type { Db } from '../store/schema.ts';
import type { MediaToSend } from './accept-message.ts';
import type { MessageContent } from './message-content.ts';
import { namesUpload, uploadOrThrow } from './upload-url.ts';

/** A message gets a file of its own when it is sent, also one of an upload. */
const NOT_HERE_YET = { file: null, mimeType: null } as const;

/**
 * Makes sure, before a media message is accepted, that its file is there, of its type and not too large. Throws
 * invalid_media_url, media_download_failed, unsupported_media_type, media_too_large.
 */
export async function checkMedia(
	db: Db,
	remote: RemoteMedia,
	content: Extract<MessageContent, { kind: 'media' }>,
): Promise<MediaToSend> {
	const { mediaUrl, mediaType, filename, caption } = content;
	if (!namesUpload(mediaUrl)) {
		await remote.probe(mediaUrl, mediaType);
		return { mediaUrl, ...NOT_HERE_YET, filename, caption };
	}
	const upload = await uploadOrThrow(db, mediaUrl);
	if (upload.media_type !== mediaType) {
		const name = formatOfHeader(upload.mime_type)?.name ?? upload.mime_type;
		throw unsupportedMedia(mediaType, `The uploaded file is ${name}`);
	}
	return { mediaUrl, ...NOT_HERE_YET, filename: filename ?? upload.filename, caption };
}
