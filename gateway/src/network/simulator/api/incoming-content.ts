import { GatewayError } from '../../../domain/error.ts';
import type { InstanceId } from '../../../domain/ids.ts';
import { isMediaType, type MediaType, type MessageType, type SentType } from '../../../domain/message.ts';
import type { UnsupportedReason } from '../../../domain/message-details.ts';
import { unsupportedText } from '../../../domain/unsupported-text.ts';
import type { MediaFile } from '../../driver.ts';

/** The content of a message to an instance, as a request gives it. */
export interface IncomingFields {
	type?: SentType;
	content?: string;
	mediaUrl?: string;
	/** Why the message cannot be shown. */
	unsupported?: { reason: UnsupportedReason };
}

/** The content with its file in the media folder; `file` is the name to discard it by if the message is not stored. */
export interface IncomingContent {
	type: MessageType;
	content: string;
	media: MediaFile | null;
	unsupported?: { reason: UnsupportedReason };
	file: string | null;
}

export interface ObtainedFile {
	file: string;
	path: string;
	mimeType: string;
	filename: string | null;
}

/** Puts the file at a mediaUrl into the media folder, among those of the owner. */
export type ObtainFile = (owner: string, mediaUrl: string, mediaType: MediaType) => Promise<ObtainedFile>;

/**
 * The content of a message to an instance, with the file at mediaUrl if any. Throws invalid_parameters,
 * invalid_media_url, media_download_failed, unsupported_media_type, media_too_large.
 */
export async function incomingContent(
	obtain: ObtainFile,
	instanceId: InstanceId,
	{ type = 'text', content, mediaUrl, unsupported }: IncomingFields,
): Promise<IncomingContent> {
	if (unsupported !== undefined) {
		if (content === undefined && mediaUrl === undefined) return withoutContent(unsupported);
		throw new GatewayError(
			'invalid_parameters',
			'An "unsupported" message has no "content" and no "mediaUrl". Leave these out.',
		);
	}
	if (mediaUrl === undefined) {
		if (content !== undefined) return { type, content, media: null, file: null };
		throw new GatewayError(
			'invalid_parameters',
			'"content" is required, unless there is a "mediaUrl" or "unsupported".',
		);
	}
	if (!isMediaType(type)) {
		throw new GatewayError(
			'invalid_parameters',
			'"type" must be image, video, audio, document or sticker with a "mediaUrl".',
		);
	}
	const { file, path, mimeType, filename } = await obtain(instanceId, mediaUrl, type);
	const caption = content ?? null;
	return {
		type,
		content: caption ?? `[${type}]`,
		media: { path, mimeType, filename, caption },
		file,
	};
}

function withoutContent(unsupported: { reason: UnsupportedReason }): IncomingContent {
	const content = unsupportedText(unsupported.reason);
	return { type: 'unsupported', content, media: null, unsupported, file: null };
}
