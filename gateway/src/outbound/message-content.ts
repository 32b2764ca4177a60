import { GatewayError } from '../domain/error.ts';
import type { MediaType } from '../domain/message.ts';

/** The fields of a send request that make up its content. */
export interface ContentFields {
	message?: string;
	mediaUrl?: string;
	mediaType?: MediaType;
	filename?: string;
	caption?: string;
}

/** The content of a message: a text or a file. */
export type MessageContent =
	| { kind: 'text'; text: string }
	| {
			kind: 'media';
			mediaUrl: string;
			mediaType: MediaType;
			filename: string | null;
			caption: string | null;
	  };

/**
 * The content of a request, which has exactly one of `message` and `mediaUrl` (specification, POST /v1/messages/send).
 * Throws invalid_parameters with the name of the missing or superfluous field.
 */
export function contentOf(fields: ContentFields): MessageContent {
	const { message, mediaUrl, mediaType, filename = null, caption = null } = fields;
	if (message !== undefined) {
		for (const field of ['mediaUrl', 'mediaType', 'filename', 'caption'] as const) {
			if (fields[field] !== undefined)
				throw refused(`"${field}" does not go with "message"; send one of both`);
		}
		return { kind: 'text', text: message };
	}
	if (mediaUrl === undefined) {
		throw refused('"message" is required for a text, "mediaUrl" with "mediaType" for media');
	}
	if (mediaType === undefined) throw refused('"mediaType" is required with "mediaUrl"');
	return { kind: 'media', mediaUrl, mediaType, filename, caption };
}

/** The text that represents a media message in lists: its caption, its filename, or its type in brackets. */
export function mediaDescription(
	mediaType: MediaType,
	{ caption, filename }: { caption: string | null; filename: string | null },
): string {
	if (caption !== null) return caption;
	return mediaType === 'document' && filename !== null ? filename : `[${mediaType}]`;
}

function refused(reason: string): GatewayError {
	return new GatewayError('invalid_parameters', `${reason}.`);
}
