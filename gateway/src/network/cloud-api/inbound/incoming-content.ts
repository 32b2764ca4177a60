import type { MediaType, MessageType } from '../../../domain/message.ts';
import type { UnsupportedReason } from '../../../domain/message-details.ts';
import { essenceOf } from '../../../media/formats.ts';
import { boundedText, NAME_LIMIT, TEXT_LIMIT } from '../../bounded-text.ts';
import { ID_LIMIT } from './bounded-details.ts';
import { getPath, getArray, getString } from '../graph/json.ts';
import { describe } from './incoming-text.ts';
import { unsupportedContent } from './unsupported-content.ts';

/** The content of a received message. */
export interface IncomingContent {
	type: MessageType;
	/** The text; for media the caption, or a description. */
	content: string;
	/** Null: the message has no file, or Meta did not send the id of the file. */
	file: MetaFile | null;
	/** Meta's id of the message that this one replies or refers to. */
	quotedNetworkId: string | null;
	unsupported?: { reason: UnsupportedReason };
}

/** A file of a message that can be downloaded from Meta. */
export interface MetaFile {
	id: string;
	mediaType: MediaType;
	mimeType: string;
	filename: string | null;
	caption: string | null;
}

/** Meta's types of messages with a file. */
const FILES: ReadonlyMap<string, MediaType> = new Map([
	['image', 'image'],
	['sticker', 'image'],
	['video', 'video'],
	['audio', 'audio'],
	['document', 'document'],
]);

/**
 * Converts Meta's message object to the message types of the specification. Types without an equivalent become texts,
 * and content that cannot be shown becomes `unsupported`. Returns null for a removed reaction, which is no message.
 */
export function incomingContentOf(message: unknown): IncomingContent | null {
	const type = getString(message, 'type') ?? 'unknown';
	const quotedNetworkId = getString(message, 'context', 'id');
	const mediaType = FILES.get(type);
	if (mediaType !== undefined && isObject(getPath(message, type))) {
		return { ...fileContent(message, type, mediaType), quotedNetworkId };
	}
	if (type === 'reaction' && (getString(message, 'reaction', 'emoji') ?? '') === '') return null;
	const described = describe(type, message);
	if (described === null || getArray(message, 'errors').length > 0) {
		return { type: 'unsupported', file: null, quotedNetworkId, ...unsupportedContent(message) };
	}
	const content = boundedText(described.text, TEXT_LIMIT);
	return { type: 'text', content, file: null, quotedNetworkId: described.quotedNetworkId ?? quotedNetworkId };
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
	const hasId = id !== '' && id.length <= ID_LIMIT;
	return {
		type: mediaType,
		content: caption ?? filename ?? `[${type}]`,
		file: hasId ? { id, mediaType, mimeType, filename, caption } : null,
	};
}

function boundedOrNull(text: string | null, limit: number): string | null {
	return text === null ? null : boundedText(text, limit);
}

function isObject(value: unknown): boolean {
	return typeof value === 'object' && value !== null;
}
