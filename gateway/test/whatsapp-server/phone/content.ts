import type { Content, Context, File, PollMessage } from '../wire/wire.ts';
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
	if (content.contactsArrayMessage !== undefined) return 'contact_array';
	if (content.liveLocationMessage !== undefined) return 'livelocation';
	const found = fileIn(contentOf(content));
	return found?.file.ptt === true ? 'ptt' : (found?.type ?? null);
}

/** Returns the type attribute of a message's stanza. */
export function stanzaTypeOf(content: Content): string {
	if (content.reactionMessage !== undefined) return 'reaction';
	if (content.pollUpdateMessage !== undefined || pollIn(content) !== undefined) return 'poll';
	return fileTypeOf(content) === null ? 'text' : 'media';
}

/** Returns the code of an edit or a deletion in a message's stanza; null for other messages. */
export function editCodeOf(content: Content): string | null {
	const { protocolMessage } = contentOf(content);
	if (protocolMessage?.key === undefined) return null;
	const isOwn = protocolMessage.key.fromMe || protocolMessage.key.participant === undefined;
	return protocolMessage.editedMessage !== undefined ? '1' : isOwn ? '7' : '8';
}

/** Returns the poll in a message. */
export function pollIn(content: Content): PollMessage | undefined {
	return content.pollCreationMessage ?? content.pollCreationMessageV3;
}

/** Returns the text of a text message, or null. */
export function textIn(content: Content): string | null {
	return content.conversation ?? content.extendedTextMessage?.text ?? null;
}

/** Returns a message as the log records it. */
export function describe(
	content: Content,
): Pick<Received, 'type' | 'text' | 'quoted' | 'details'> & { file: FileOf | null } {
	const file = fileIn(content);
	const context = contextIn(content);
	return {
		type: typeOf(content),
		text: textIn(content) ?? file?.file.caption ?? null,
		quoted: quotedIn(context),
		details: detailsOf(content, context),
		file,
	};
}

function contextIn(content: Content): Context | undefined {
	const part = Object.values(content).find(
		(one: unknown) => typeof one === 'object' && one !== null && 'contextInfo' in one,
	) as { contextInfo?: Context } | undefined;
	return part?.contextInfo;
}

/** The content of a message on a phone besides the text. */
function detailsOf(content: Content, context: Context | undefined): Received['details'] {
	const { locationMessage: location } = content;
	const contacts = content.contactsArrayMessage?.contacts ?? content.contactMessage;
	const poll = pollIn(content);
	return {
		...(location === undefined ? {} : { location }),
		...(contacts === undefined ? {} : { contacts: Array.isArray(contacts) ? contacts : [contacts] }),
		...(poll === undefined ? {} : { poll }),
		...(fileIn(content)?.file.ptt === true ? { voice: true } : {}),
		...(context?.mentionedJid === undefined ? {} : { mentions: context.mentionedJid }),
		...(context?.isForwarded === true ? { forwarded: true } : {}),
		...(context?.expiration === undefined ? {} : { expiration: context.expiration }),
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
	if (content.contactMessage !== undefined || content.contactsArrayMessage !== undefined) return 'contacts';
	if (pollIn(content) !== undefined) return 'poll';
	return fileIn(content)?.type ?? 'unknown';
}
