import type { Content, Context, File } from '../wire/wire.ts';
import type { Received } from '../log.ts';

const FILE_TYPES = ['image', 'video', 'audio', 'document', 'sticker'] as const;
export type FileType = (typeof FILE_TYPES)[number];

/** A file of a message with its type. */
export interface FileOf {
	type: FileType;
	file: File;
}

/** Returns the content of a message without its wrappers. */
export function contentOf(content: Content): Content {
	const inner =
		content.ephemeralMessage ??
		content.documentWithCaptionMessage ??
		content.viewOnceMessageV2 ??
		content.editedMessage ??
		content.deviceSentMessage;
	return inner === undefined ? content : contentOf(inner.message);
}

/** Returns the file of a message, or null. */
export function fileIn(content: Content): FileOf | null {
	for (const type of FILE_TYPES) {
		const file = content[`${type}Message`];
		if (file !== undefined) return { type, file };
	}
	return null;
}

/** Returns the media type attribute of a message's stanza; null for text. */
export function fileTypeOf(content: Content): string | null {
	if (content.locationMessage !== undefined) return 'location';
	if (content.contactMessage !== undefined) return 'vcard';
	const found = fileIn(contentOf(content));
	return found?.file.ptt === true ? 'ptt' : (found?.type ?? null);
}

/** Returns the text of a text message, or null. */
export function textIn(content: Content): string | null {
	return content.conversation ?? content.extendedTextMessage?.text ?? null;
}

/** Returns a message as the log records it. */
export function describe(
	content: Content,
): Pick<Received, 'type' | 'text' | 'quoted'> & { file: FileOf | null } {
	const file = fileIn(content);
	const context = content.extendedTextMessage?.contextInfo ?? file?.file.contextInfo;
	return {
		type: typeOf(content),
		text: textIn(content) ?? file?.file.caption ?? null,
		quoted: quotedIn(context),
		file,
	};
}

function quotedIn(context: Context | undefined): Received['quoted'] {
	if (context?.stanzaId === undefined) return null;
	const { stanzaId, participant = null, quotedMessage } = context;
	return {
		id: stanzaId,
		from: participant,
		text: quotedMessage === undefined ? null : textIn(quotedMessage),
	};
}

function typeOf(content: Content): string {
	if (textIn(content) !== null) return 'text';
	if (content.reactionMessage !== undefined) return 'reaction';
	if (content.protocolMessage !== undefined) return 'protocol';
	if (content.locationMessage !== undefined) return 'location';
	if (content.contactMessage !== undefined) return 'contact';
	if (content.pollCreationMessageV3 !== undefined) return 'poll';
	return fileIn(content)?.type ?? 'unknown';
}
