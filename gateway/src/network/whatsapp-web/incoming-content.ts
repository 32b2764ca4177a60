import type { proto } from 'baileys';
import type { MediaType, MessageType } from '../../domain/message.ts';
import { essenceOf } from '../../media/formats.ts';
import type { Baileys } from './baileys.ts';

/** What somebody wrote. */
export interface IncomingContent {
	type: MessageType;
	/** The text; for media the caption, or a description. */
	content: string;
	file: FileAtWhatsApp | null;
}

/** A file that WhatsApp holds, encrypted, for a message. */
export interface FileAtWhatsApp {
	/** What WhatsApp calls its kind; its keys depend on it. */
	kind: 'image' | 'video' | 'audio' | 'document' | 'sticker' | 'ptv';
	mediaType: MediaType;
	directPath: string;
	mediaKey: Uint8Array;
	/** Bytes, as the sender tells; 0 where it tells nothing. */
	size: number;
	mimeType: string;
	filename: string | null;
	caption: string | null;
}

type Content = proto.IMessage;

/** Parts of a message that are no message to anybody: they change another one, or the chat, or tell devices things. */
const SILENT: readonly (keyof Content)[] = [
	'protocolMessage',
	'pollUpdateMessage',
	'senderKeyDistributionMessage',
	'keepInChatMessage',
	'encReactionMessage',
	'pinInChatMessage',
	'messageContextInfo',
	'associatedChildMessage',
];

/**
 * The content of a message in terms of the specification: what it has no type for becomes a text that says it. Null
 * for what is no message, such as a reaction that was taken back.
 */
export function incomingContentOf(
	{ extractMessageContent }: Pick<Baileys, 'extractMessageContent'>,
	message: Content,
): IncomingContent | null {
	const content = extractMessageContent(message);
	if (content === undefined) return null;
	const media = mediaContent(content);
	if (media !== null) return media;
	const text = textIn(content);
	return text === null ? null : { type: 'text', content: cleaned(text), file: null };
}

function mediaContent(content: Content): IncomingContent | null {
	const { imageMessage, videoMessage, ptvMessage, audioMessage, documentMessage, stickerMessage } = content;
	if (imageMessage) return fileContent('image', 'image', imageMessage);
	if (stickerMessage) return fileContent('sticker', 'image', stickerMessage);
	if (videoMessage) return fileContent('video', 'video', videoMessage);
	if (ptvMessage) return fileContent('ptv', 'video', ptvMessage);
	if (audioMessage) return fileContent('audio', 'audio', audioMessage);
	if (documentMessage) return fileContent('document', 'document', documentMessage);
	return null;
}

interface MediaPart {
	directPath?: string | null;
	mediaKey?: Uint8Array | null;
	mimetype?: string | null;
	caption?: string | null;
	fileName?: string | null;
	fileLength?: unknown;
}

function fileContent(kind: FileAtWhatsApp['kind'], mediaType: MediaType, part: MediaPart): IncomingContent {
	const caption = present(part.caption);
	const filename = present(part.fileName);
	const { directPath, mediaKey } = part;
	return {
		type: mediaType,
		content: caption ?? filename ?? `[${kind}]`,
		file:
			directPath && mediaKey
				? {
						kind,
						mediaType,
						directPath,
						mediaKey,
						size: Number(part.fileLength ?? 0),
						mimeType: essenceOf(part.mimetype ?? ''),
						filename,
						caption,
					}
				: null,
	};
}

function textIn(content: Content): string | null {
	const written = content.conversation ?? content.extendedTextMessage?.text;
	if (written) return written;
	if (content.reactionMessage) {
		const emoji = present(content.reactionMessage.text);
		return emoji === null ? null : `[reaction] ${emoji}`;
	}
	const chosen = answerIn(content);
	if (chosen !== null) return chosen;
	if (content.locationMessage) return locationText(content.locationMessage);
	if (content.liveLocationMessage) return locationText(content.liveLocationMessage);
	if (content.contactMessage) return `[contacts] ${contactText(content.contactMessage)}`;
	if (content.contactsArrayMessage) {
		return `[contacts] ${(content.contactsArrayMessage.contacts ?? []).map(contactText).join('; ')}`;
	}
	const poll = content.pollCreationMessage ?? content.pollCreationMessageV2 ?? content.pollCreationMessageV3;
	if (poll) return `[poll] ${poll.name ?? ''}`.trimEnd();
	if (content.groupInviteMessage)
		return `[group invitation] ${content.groupInviteMessage.groupName ?? ''}`.trimEnd();
	const named = Object.entries(content).find(
		([name, value]) => value !== null && value !== undefined && !SILENT.includes(name as keyof Content),
	);
	return named === undefined || named[0] === 'conversation' ? null : `[${readable(named[0])}]`;
}

/** What somebody chose of what they were offered. */
function answerIn(content: Content): string | null {
	return (
		present(content.buttonsResponseMessage?.selectedDisplayText) ??
		present(content.templateButtonReplyMessage?.selectedDisplayText) ??
		present(content.listResponseMessage?.title) ??
		present(content.interactiveResponseMessage?.body?.text)
	);
}

function locationText(location: proto.Message.ILocationMessage): string {
	const place = [present(location.name), present(location.address)].filter((one) => one !== null);
	const position = `${location.degreesLatitude ?? '?'}, ${location.degreesLongitude ?? '?'}`;
	return `[location] ${[...place, position].join(', ')}`;
}

function contactText({ displayName, vcard }: proto.Message.IContactMessage): string {
	const phones = [...(vcard ?? '').matchAll(/^TEL[^:\r\n]*:([^\r\n]+)/gim)].map(([, phone]) => phone ?? '');
	return [displayName ?? '', ...phones].join(' ').trim();
}

/** `orderMessage` as `order`. */
function readable(name: string): string {
	return name
		.replace(/Message(V\d)?$/, '')
		.replace(/([A-Z])/g, ' $1')
		.toLowerCase();
}

function present(text: string | null | undefined): string | null {
	return text === null || text === undefined || text === '' ? null : cleaned(text);
}

/** A text that every store takes. */
export function cleaned(text: string): string {
	return text.replaceAll('\0', '\u{FFFD}').toWellFormed();
}
