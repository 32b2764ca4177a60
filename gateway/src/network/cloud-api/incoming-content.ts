import type { MediaType, MessageType } from '../../domain/message.ts';
import { essenceOf } from '../../media/formats.ts';
import { inside, listIn, textIn } from './json.ts';

/** What somebody wrote. */
export interface IncomingContent {
	type: MessageType;
	/** The text; for media the caption, or a description. */
	content: string;
	file: FileAtMeta | null;
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
const FILES: Readonly<Record<string, MediaType>> = {
	image: 'image',
	sticker: 'image',
	video: 'video',
	audio: 'audio',
	document: 'document',
};

/**
 * The content of a message in terms of the specification: what it has no type for becomes a text that says it. Null
 * for what is no message, such as a reaction that was taken back.
 */
export function incomingContentOf(message: unknown): IncomingContent | null {
	const type = textIn(message, 'type') ?? 'unknown';
	const mediaType = FILES[type];
	if (mediaType !== undefined) return fileContent(message, type, mediaType);
	const content = textOfType(type, inside(message, type), message);
	return content === null ? null : { type: 'text', content, file: null };
}

function fileContent(message: unknown, type: string, mediaType: MediaType): IncomingContent {
	const part = inside(message, type);
	const caption = textIn(part, 'caption');
	const filename = textIn(part, 'filename');
	const id = textIn(part, 'id');
	const mimeType = essenceOf(textIn(part, 'mime_type') ?? '');
	return {
		type: mediaType,
		content: caption ?? filename ?? `[${type}]`,
		file: id === null ? null : { id, mediaType, mimeType, filename, caption },
	};
}

function textOfType(type: string, part: unknown, message: unknown): string | null {
	switch (type) {
		case 'text':
			return textIn(part, 'body') ?? '';
		case 'button':
			return textIn(part, 'text') ?? '[button]';
		case 'interactive':
			return (
				textIn(part, 'button_reply', 'title') ??
				textIn(part, 'list_reply', 'title') ??
				textIn(part, 'nfm_reply', 'body') ??
				'[interactive]'
			);
		case 'reaction': {
			const emoji = textIn(part, 'emoji') ?? '';
			return emoji === '' ? null : `[reaction] ${emoji}`;
		}
		case 'location':
			return locationText(part);
		case 'contacts':
			return `[contacts] ${listIn(message, 'contacts').map(contactText).join('; ')}`;
		case 'order':
			return `[order] ${listIn(part, 'product_items').map(itemText).join(', ')} ${textIn(part, 'text') ?? ''}`.trimEnd();
		case 'system':
			return textIn(part, 'body') ?? '[system]';
		default:
			return `[${type}]`;
	}
}

function locationText(location: unknown): string {
	const place = [textIn(location, 'name'), textIn(location, 'address')].filter((one) => one !== null);
	const position = `${String(inside(location, 'latitude'))}, ${String(inside(location, 'longitude'))}`;
	return `[location] ${[...place, position].join(', ')}`;
}

function contactText(contact: unknown): string {
	const phones = listIn(contact, 'phones').flatMap((one) => textIn(one, 'phone') ?? []);
	return [textIn(contact, 'name', 'formatted_name') ?? '', ...phones].join(' ').trim();
}

function itemText(item: unknown): string {
	return `${String(inside(item, 'quantity'))} × ${textIn(item, 'product_retailer_id') ?? '?'}`;
}
