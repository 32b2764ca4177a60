import { GatewayError } from '../domain/error.ts';
import type { MediaType } from '../domain/messages/message.ts';
import type { UrlFault } from '../lib/guarded-http/outgoing-url.ts';
import { formatNames, MAX_MEDIA_SIZE, MEDIA_LIMITS, STATIC_STICKER_LIMIT } from './formats/formats.ts';

const URL_REASONS: Readonly<Record<UrlFault, string>> = {
	malformed: 'must be a complete URL, such as https://example.com/photo.jpg, or the mediaUrl of an upload',
	not_https: 'must begin with https://, also after every redirect',
	with_credentials: 'must not contain a user name or password; the file has to be public',
	not_public:
		'must lead to a public address, also after every redirect. For a server on this host or network, upload the file instead, or the operator can allow the server with GATEWAY_MEDIA_ALLOW',
};

/** The gateway sends no request to this mediaUrl. */
export function invalidMediaUrl(fault: UrlFault): GatewayError {
	return new GatewayError('invalid_media_url', `The media URL ${URL_REASONS[fault]}.`);
}

/** The file could not be downloaded. `reason` follows "because" in the message, and contains no address. */
export function mediaDownloadFailed(reason: string, cause?: unknown): GatewayError {
	const message = `The file at mediaUrl could not be downloaded, because ${reason}.`;
	return new GatewayError('media_download_failed', message, cause === undefined ? {} : { cause });
}

/** The file exceeds the limit of its type, or the largest limit if its type is unknown (null). */
export function mediaTooLarge(mediaType: MediaType | null): GatewayError {
	if (mediaType === null) return tooLarge('a file', MAX_MEDIA_SIZE);
	return tooLarge(withArticle(mediaType), MEDIA_LIMITS[mediaType]);
}

/** The file exceeds the limit of a sticker that does not move. */
export function staticStickerTooLarge(): GatewayError {
	return tooLarge('a sticker that does not move', STATIC_STICKER_LIMIT);
}

function tooLarge(what: string, limit: number): GatewayError {
	const size = limit < 1024 * 1024 ? `${limit / 1024} KB` : `${limit / 1024 / 1024} MB`;
	return new GatewayError(
		'media_too_large',
		`The file is too large: ${what} may have at most ${size}. Send a smaller one.`,
	);
}

/** The actual or declared format of the file does not belong to its type. `what` is a clause that names the format. */
export function unsupportedMedia(mediaType: MediaType | null, what: string): GatewayError {
	const kind = mediaType === null ? 'A file' : withArticle(mediaType).replace(/^a/, 'A');
	return new GatewayError(
		'unsupported_media_type',
		`${what}. ${kind} must be one of ${formatNames(mediaType)}, served with the Content-Type that belongs to it.`,
	);
}

function withArticle(mediaType: MediaType): string {
	switch (mediaType) {
		case 'image':
			return 'an image';
		case 'audio':
			return 'an audio file';
		case 'video':
		case 'document':
		case 'sticker':
			return `a ${mediaType}`;
	}
}
