import { GatewayError } from '../domain/error.ts';
import type { MediaId } from '../domain/ids.ts';
import { formatOfHeader } from '../media/formats.ts';
import { unsupportedMedia } from '../media/refusals.ts';
import type { RemoteMedia } from '../media/remote-media.ts';
import type { Db } from '../store/schema.ts';
import { findUpload } from '../store/uploads.ts';
import type { MediaToSend } from './accept-messages.ts';
import type { MessageContent } from './message-content.ts';

/**
 * The mediaUrl of an upload. It names the upload and no address, so it stays right when the gateway moves to
 * another one.
 */
const UPLOAD_SCHEME = 'media:';

export function mediaUrlOf(uploadId: MediaId): string {
	return `${UPLOAD_SCHEME}${uploadId}`;
}

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
	if (!mediaUrl.startsWith(UPLOAD_SCHEME)) {
		await remote.probe(mediaUrl, mediaType);
		return { mediaUrl, file: null, mimeType: null, filename, caption };
	}
	const upload = await findUpload(db, mediaUrl.slice(UPLOAD_SCHEME.length));
	if (upload === undefined) {
		throw new GatewayError(
			'invalid_media_url',
			'There is no uploaded file with this mediaUrl. Upload it with POST /v1/media.',
		);
	}
	if (upload.media_type !== mediaType) {
		const name = formatOfHeader(upload.mime_type)?.name ?? upload.mime_type;
		throw unsupportedMedia(mediaType, `The uploaded file is ${name}`);
	}
	return {
		mediaUrl,
		file: upload.file,
		mimeType: upload.mime_type,
		filename: filename ?? upload.filename,
		caption,
	};
}
