import type { MediaType, MessageType, UnsupportedReason } from '../../../domain/message.ts';
import { essenceOf } from '../../../media/formats.ts';
import { boundedText, NAME_LIMIT, TEXT_LIMIT } from '../../bounded-text.ts';
import { ID_LIMIT } from './bounded-details.ts';
import { getPath, getArray, getString } from '../graph/json.ts';
import { describe } from './incoming-text.ts';
import { unsupportedContent } from './unsupported-content.ts';

/** What somebody wrote. */
export interface IncomingContent {
	type: MessageType;
	/** The text; for media the caption, or a description. */
	content: string;
	/** Null: it has none, or Meta does not say where the file of a media message is. */
	file: FileAtMeta | null;
	/** Meta's identifier of the message it replies or refers to. */
	quotes: string | null;
	unsupported?: { reason: UnsupportedReason };
}

/** A file that Meta holds for a message. */
export interface FileAtMeta {
	id: string;
	mediaType: MediaType;
	mimeType: string;
	filename: string | null;
	caption: string | null;
}

/** Meta's types of messages with a file, and what they are here. */
const FILES: ReadonlyMap<string, MediaType> = new Map([
	['image', 'image'],
	['sticker', 'image'],
	['video', 'video'],
	['audio', 'audio'],
	['document', 'document'],
]);

/**
 * The content of a message in terms of the specification: what it has no type for becomes a text that says it, and what
 * cannot be shown at all is `unsupported`. Null for what is no message, such as a reaction that was taken back.
 */
export function incomingContentOf(message: unknown): IncomingContent | null {
	const type = getString(message, 'type') ?? 'unknown';
	const quotes = getString(message, 'context', 'id');
	const mediaType = FILES.get(type);
	if (mediaType !== undefined && isObject(getPath(message, type))) {
		return { ...fileContent(message, type, mediaType), quotes };
	}
	if (type === 'reaction' && (getString(message, 'reaction', 'emoji') ?? '') === '') return null;
	const described = describe(type, message);
	if (described === null || getArray(message, 'errors').length > 0) {
		return { type: 'unsupported', file: null, quotes, ...unsupportedContent(message) };
	}
	const content = boundedText(described.text, TEXT_LIMIT);
	return { type: 'text', content, file: null, quotes: described.about ?? quotes };
}

function fileContent(
	message: unknown,
	type: string,
	mediaType: MediaType,
): Pick<IncomingContent, 'type' | 'content' | 'file'> {
	const part = getPath(message, type);
	const caption = boundedOrNull(getString(part, 'caption'), TEXT_LIMIT);
	const filename = boundedOrNull(getString(part, 'filename'), NAME_LIMIT);
	const id = getString(part, 'id') ?? '';
	const mimeType = boundedText(essenceOf(getString(part, 'mime_type') ?? ''), NAME_LIMIT);
	const known = id !== '' && id.length <= ID_LIMIT;
	return {
		type: mediaType,
		content: caption ?? filename ?? `[${type}]`,
		file: known ? { id, mediaType, mimeType, filename, caption } : null,
	};
}

function boundedOrNull(text: string | null, limit: number): string | null {
	return text === null ? null : boundedText(text, limit);
}

function isObject(value: unknown): boolean {
	return typeof value === 'object' && value !== null;
}
