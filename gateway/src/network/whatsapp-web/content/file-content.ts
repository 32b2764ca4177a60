import type { proto } from 'baileys';
import type { MediaType } from '../../../domain/message.ts';
import { essenceOf, FILENAME_LIMIT } from '../../../media/formats.ts';
import { sanitizeText, textOrNull } from './sanitize-text.ts';
import type { RemoteFile, IncomingContent } from './incoming-content.ts';

/** The fields that all kinds of file messages share. The sender may omit any of them. */
export interface FileMessage {
	directPath?: string | null;
	mediaKey?: Uint8Array | null;
	mimetype?: string | null;
	caption?: string | null;
	fileName?: string | null;
	fileLength?: unknown;
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

const MIME_TYPE = /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/;

/** The content of a file message; null: it is of another kind. */
export function fileContentIn(content: proto.IMessage): IncomingContent | null {
	const { imageMessage, videoMessage, ptvMessage, audioMessage, documentMessage, stickerMessage } = content;
	if (imageMessage) return fileContent('image', 'image', imageMessage);
	if (stickerMessage) return fileContent('sticker', 'image', stickerMessage);
	if (videoMessage) return fileContent('video', 'video', videoMessage);
	if (ptvMessage) return fileContent('ptv', 'video', ptvMessage);
	if (audioMessage) return fileContent('audio', 'audio', audioMessage);
	if (documentMessage) return fileContent('document', 'document', documentMessage);
	return null;
}

function fileContent(kind: RemoteFile['kind'], mediaType: MediaType, message: FileMessage): IncomingContent {
	const caption = textOrNull(message.caption);
	const filename = message.fileName ? sanitizeText(message.fileName, FILENAME_LIMIT) : null;
	const mimeType = essenceOf(message.mimetype ?? '');
	const { directPath, mediaKey } = message;
	return {
		type: mediaType,
		content: caption ?? filename ?? LABELS[kind],
		// Null where the file cannot be downloaded because its path or its key is missing.
		file:
			directPath && mediaKey
				? {
						kind,
						mediaType,
						directPath,
						mediaKey,
						size: Number(message.fileLength ?? 0),
						mimeType: MIME_TYPE.test(mimeType) ? mimeType : '',
						filename,
						caption,
					}
				: null,
		quoted: null,
	};
}
