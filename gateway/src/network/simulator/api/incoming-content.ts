import { GatewayError } from '../../../domain/error.ts';
import type { InstanceId } from '../../../domain/ids.ts';
import type { MediaType, MessageType, SentType, UnsupportedReason } from '../../../domain/message.ts';
import { unsupportedText } from '../../../domain/unsupported-text.ts';
import type { MediaFile } from '../../driver.ts';

/** The fields that say what somebody on the simulated network writes. */
export interface IncomingFields {
	type?: SentType;
	content?: string;
	mediaUrl?: string;
	/** It cannot be shown, and why. */
	unsupported?: { reason: UnsupportedReason };
}

/** What arrives, its file downloaded; `file` is the name to discard it by when nobody takes it. */
export interface IncomingContent {
	type: MessageType;
	content: string;
	media: MediaFile | null;
	unsupported?: { reason: UnsupportedReason };
	file: string | null;
}

/** A file in the media folder, for a message that is about to arrive. */
export interface ObtainedFile {
	file: string;
	path: string;
	mimeType: string;
	filename: string | null;
}

/** Puts the file at a mediaUrl into the media folder, among those of an instance. */
export type ObtainFile = (home: string, mediaUrl: string, mediaType: MediaType) => Promise<ObtainedFile>;

/**
 * What somebody writes to an instance, with the file at mediaUrl where there is one. Throws invalid_parameters, and
 * invalid_media_url, media_download_failed, unsupported_media_type, media_too_large.
 */
export async function incomingContent(
	obtain: ObtainFile,
	instanceId: InstanceId,
	{ type = 'text', content, mediaUrl, unsupported }: IncomingFields,
): Promise<IncomingContent> {
	if (unsupported !== undefined) {
		if (content === undefined && mediaUrl === undefined) return withoutContent(unsupported);
		throw new GatewayError('invalid_parameters', 'What is "unsupported" has no "content" and no "mediaUrl".');
	}
	if (mediaUrl === undefined) {
		if (content !== undefined) return { type, content, media: null, file: null };
		throw new GatewayError(
			'invalid_parameters',
			'"content" is required, unless there is a "mediaUrl" or "unsupported".',
		);
	}
	if (type === 'text') {
		throw new GatewayError(
			'invalid_parameters',
			'"type" must be image, video, audio or document with a "mediaUrl".',
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
