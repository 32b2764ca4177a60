import type { Content, Context, File } from '../wire/wire.ts';
import type { Received } from '../log.ts';

const FILE_TYPES = ['image', 'video', 'audio', 'document', 'sticker'] as const;
export type FileType = (typeof FILE_TYPES)[number];

/** A file of a message, and what it is. */
export interface FileOf {
	type: FileType;
	file: File;
}

/** What a message says, out of what may be wrapped around it. */
export function contentOf(content: Content): Content {
	const inner =
		content.ephemeralMessage ??
		content.documentWithCaptionMessage ??
		content.viewOnceMessageV2 ??
		content.editedMessage ??
		content.deviceSentMessage;
	return inner === undefined ? content : contentOf(inner.message);
}

/** The file of a message; null where it has none. */
export function fileIn(content: Content): FileOf | null {
	for (const type of FILE_TYPES) {
		const file = content[`${type}Message`];
		if (file !== undefined) return { type, file };
	}
	return null;
}

/** What kind of thing a message carries besides text, as a stanza says it; null for text. */
export function fileTypeOf(content: Content): string | null {
	if (content.locationMessage !== undefined) return 'location';
	if (content.contactMessage !== undefined) return 'vcard';
	const found = fileIn(contentOf(content));
	return found?.file.ptt === true ? 'ptt' : (found?.type ?? null);
}

/** The text of a text message. */
export function textIn(content: Content): string | null {
	return content.conversation ?? content.extendedTextMessage?.text ?? null;
}

/** A message as the log tells of it. */
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
