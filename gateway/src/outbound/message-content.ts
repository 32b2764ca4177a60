import { GatewayError } from '../domain/error.ts';
import type { MediaType } from '../domain/message.ts';

/** The fields of a send request that say what is sent. */
export interface ContentFields {
	message?: string;
	mediaUrl?: string;
	mediaType?: MediaType;
	filename?: string;
	caption?: string;
}

/** What is sent: a text, or a file. */
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
 * Exactly one of `message` and `mediaUrl`, with the fields that go with it (specification, POST /v1/messages/send).
 * Throws invalid_parameters, naming the field that is missing or too many.
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

/** The text that stands for a media message where only text is shown: its caption, else what it is. */
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
