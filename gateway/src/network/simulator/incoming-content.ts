import { GatewayError } from '../../domain/error.ts';
import type { InstanceId } from '../../domain/ids.ts';
import type { MessageType } from '../../domain/message.ts';
import type { RemoteMedia } from '../../media/remote-media.ts';
import type { MediaFile } from '../driver.ts';

/** The fields that say what somebody on the simulated network writes. */
export interface IncomingFields {
	type?: MessageType;
	content?: string;
	mediaUrl?: string;
}

/** What arrives, its file downloaded; `file` is the name to discard it by when nobody takes it. */
export interface IncomingContent {
	type: MessageType;
	content: string;
	media: MediaFile | null;
	file: string | null;
}

/**
 * What somebody writes to an instance, with the file at mediaUrl where there is one. Throws invalid_parameters, and
 * invalid_media_url, media_download_failed, unsupported_media_type, media_too_large.
 */
export async function incomingContent(
	remote: RemoteMedia,
	instanceId: InstanceId,
	{ type = 'text', content, mediaUrl }: IncomingFields,
): Promise<IncomingContent> {
	if (mediaUrl === undefined) {
		if (content !== undefined) return { type, content, media: null, file: null };
		throw new GatewayError('invalid_parameters', '"content" is required, unless there is a "mediaUrl".');
	}
	if (type === 'text') {
		throw new GatewayError(
			'invalid_parameters',
			'"type" must be image, video, audio or document with a "mediaUrl".',
		);
	}
	const { file, path, mimeType } = await remote.download(instanceId, mediaUrl, type);
	const caption = content ?? null;
	return {
		type,
		content: caption ?? `[${type}]`,
		media: { path, mimeType, filename: null, caption },
		file,
	};
}
