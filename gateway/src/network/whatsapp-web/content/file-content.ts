import type { proto } from 'baileys';
import type { MediaType } from '../../../domain/messages/message.ts';
import type { MessageDetails } from '../../../domain/messages/message-details.ts';
import { declaredEssenceOf, FILENAME_LIMIT } from '../../../media/formats/formats.ts';
import { sanitizeText, textOrNull } from './sanitize-text.ts';
import type { RemoteFile, ShownContent } from './incoming-content.ts';

/** The fields that all kinds of file messages share. The sender may omit any of them. */
export interface FileMessage {
	directPath?: string | null;
	mediaKey?: Uint8Array | null;
	mimetype?: string | null;
	caption?: string | null;
	fileName?: string | null;
	fileLength?: unknown;
	/** Whether an audio file is a voice note. */
	ptt?: boolean | null;
	/** The length of audio or video in seconds. */
	seconds?: number | null;
}

/** The text of a file message without caption and filename. */
const LABELS: Readonly<Record<RemoteFile['kind'], string>> = {
	image: '[image]',
	video: '[video]',
	ptv: '[video]',
	audio: '[audio]',
	document: '[document]',
	sticker: '[sticker]',
};

const VOICE_NOTE = '[voice note]';

/** The content of a file message; null: it is of another kind. */
export function fileContentIn(content: proto.IMessage): ShownContent | null {
	const { imageMessage, videoMessage, ptvMessage, audioMessage, documentMessage, stickerMessage } = content;
	if (imageMessage) return fileContent('image', 'image', imageMessage);
	if (stickerMessage) return fileContent('sticker', 'sticker', stickerMessage);
	if (videoMessage) return fileContent('video', 'video', videoMessage);
	if (ptvMessage) return fileContent('ptv', 'video', ptvMessage);
	if (audioMessage) return fileContent('audio', 'audio', audioMessage);
	if (documentMessage) return fileContent('document', 'document', documentMessage);
	return null;
}

function fileContent(kind: RemoteFile['kind'], mediaType: MediaType, message: FileMessage): ShownContent {
	const caption = textOrNull(message.caption);
	const filename = message.fileName ? sanitizeText(message.fileName, FILENAME_LIMIT) : null;
	const { directPath, mediaKey } = message;
	return {
		type: mediaType,
		content: caption ?? filename ?? (message.ptt === true ? VOICE_NOTE : LABELS[kind]),
		// Null where the file cannot be downloaded because its path or its key is missing.
		file:
			directPath && mediaKey
				? {
						kind,
						mediaType,
						directPath,
						mediaKey,
						size: Number(message.fileLength ?? 0),
						mimeType: declaredEssenceOf(message.mimetype ?? ''),
						filename,
						caption,
					}
				: null,
		details: recordingDetails(message),
	};
}

/** Longest recording, in seconds. */
const MAX_DURATION = 7 * 86_400;

function recordingDetails({ ptt, seconds }: FileMessage): Pick<MessageDetails, 'voice' | 'duration'> {
	const isKnown = typeof seconds === 'number' && seconds > 0 && seconds <= MAX_DURATION;
	return { ...(ptt === true ? { voice: true } : {}), ...(isKnown ? { duration: seconds } : {}) };
}
