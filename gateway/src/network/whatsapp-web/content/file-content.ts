import type { proto } from 'baileys';
import type { MediaType } from '../../../domain/message.ts';
import { essenceOf, FILENAME_LIMIT } from '../../../media/formats.ts';
import { cleaned, present } from './bounded-text.ts';
import type { FileAtWhatsApp, IncomingContent } from './incoming-content.ts';

/** What a message says of its file; any of it may be missing. */
export interface MediaPart {
	directPath?: string | null;
	mediaKey?: Uint8Array | null;
	mimetype?: string | null;
	caption?: string | null;
	fileName?: string | null;
	fileLength?: unknown;
}

/** Names of kinds of files, as they are shown where a file has no other text. */
const LABELS: Readonly<Record<FileAtWhatsApp['kind'], string>> = {
	image: '[image]',
	video: '[video]',
	ptv: '[video]',
	audio: '[audio]',
	document: '[document]',
	sticker: '[sticker]',
};

const MIME_TYPE = /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/;

/** The content of a message that is a file; null for any other. */
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

/** The content of a message with this file; without `file` where not enough of it is told to fetch it. */
export function fileContent(
	kind: FileAtWhatsApp['kind'],
	mediaType: MediaType,
	part: MediaPart,
): IncomingContent {
	const caption = present(part.caption);
	const filename = part.fileName ? cleaned(part.fileName, FILENAME_LIMIT) : null;
	const mimeType = essenceOf(part.mimetype ?? '');
	const { directPath, mediaKey } = part;
	return {
		type: mediaType,
		content: caption ?? filename ?? LABELS[kind],
		file:
			directPath && mediaKey
				? {
						kind,
						mediaType,
						directPath,
						mediaKey,
						size: Number(part.fileLength ?? 0),
						mimeType: MIME_TYPE.test(mimeType) ? mimeType : '',
						filename,
						caption,
					}
				: null,
		quoted: null,
	};
}
