import { GatewayError } from '../../../../domain/error.ts';
import type { InstanceId } from '../../../../domain/ids.ts';
import { isMediaType, type MediaType, type MessageType } from '../../../../domain/messages/message.ts';
import type { MessageDetails, UnsupportedReason } from '../../../../domain/messages/message-details.ts';
import { unsupportedText } from '../../../../domain/messages/unsupported-text.ts';
import type { MediaFile } from '../../../network-message.ts';
import { describeDetails, detailsOfFields, typeOf } from './details.ts';
import type { WrittenFields } from './schema.ts';

/** The content of a message, with its file in the media folder. */
export interface WrittenContent extends MessageDetails {
	type: MessageType;
	content: string;
	media: MediaFile | null;
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
 * The content of a message, with the file at mediaUrl if any; `file` is the name to discard it by if the message is
 * not stored. Throws invalid_parameters, invalid_media_url, media_download_failed, unsupported_media_type,
 * media_too_large.
 */
export async function writtenContent(
	obtain: ObtainFile,
	instanceId: InstanceId,
	fields: WrittenFields,
): Promise<{ content: WrittenContent; file: string | null }> {
	const { content, mediaUrl, unsupported } = fields;
	if (unsupported !== undefined) return { content: withoutContent(fields, unsupported), file: null };
	const type = typeOf(fields);
	const details = detailsOfFields(type, fields);
	if (mediaUrl === undefined) {
		const text = content ?? describeDetails(details);
		if (text === null) throw contentMissing();
		return { content: { type, content: text, media: null, ...details }, file: null };
	}
	if (!isMediaType(type)) {
		throw new GatewayError(
			'invalid_parameters',
			'"type" must be image, video, audio, document or sticker with a "mediaUrl".',
		);
	}
	if (type === 'sticker' && content !== undefined) {
		throw new GatewayError('invalid_parameters', 'A sticker has no caption. Leave out "content".');
	}
	const { file, path, mimeType, filename } = await obtain(instanceId, mediaUrl, type);
	const caption = content ?? null;
	const described = details.voice === true ? '[voice note]' : `[${type}]`;
	const media = { path, mimeType, filename, caption };
	return { content: { type, content: caption ?? described, media, ...details }, file };
}

/** A message that cannot be shown. It has only the fields that are not part of its content. */
function withoutContent(
	{ forwarded, ephemeral, ...fields }: WrittenFields,
	unsupported: { reason: UnsupportedReason },
): WrittenContent {
	const others = Object.keys(fields).filter((name) => name !== 'unsupported');
	if (others.length > 0) {
		throw new GatewayError(
			'invalid_parameters',
			`An "unsupported" message cannot be shown, so it has no ${others.map((name) => `"${name}"`).join(', ')}. Leave these out.`,
		);
	}
	return {
		type: 'unsupported',
		content: unsupportedText(unsupported.reason),
		media: null,
		unsupported,
		...(forwarded === true ? { forwarded } : {}),
		...(ephemeral === true ? { ephemeral } : {}),
	};
}

function contentMissing(): GatewayError {
	return new GatewayError(
		'invalid_parameters',
		'"content" is required, unless there is a "mediaUrl", "location", "contacts", "poll", "order", "reply", "interactive" or "unsupported".',
	);
}
