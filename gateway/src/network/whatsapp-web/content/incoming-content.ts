import type { proto } from 'baileys';
import type { MediaType, MessageType, UnsupportedReason } from '../../../domain/message.ts';
import { businessContentIn } from './business-content.ts';
import { textOfKinds } from './content-texts.ts';
import { fileContentIn } from './file-content.ts';
import { quotedIn, type Quoted } from './quoted-message.ts';
import { unsupportedContent } from './unsupported-content.ts';
import { unwrapped } from './wrapped-content.ts';

/** What somebody wrote. */
export interface IncomingContent {
	type: MessageType;
	/** The text; for media the caption, or a description. */
	content: string;
	file: FileAtWhatsApp | null;
	/** Why it cannot be shown, where its type is `unsupported`. */
	unsupported?: { reason: UnsupportedReason };
	/** The message that it replies to. */
	quoted: Quoted | null;
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
const SILENT: ReadonlySet<string> = new Set<keyof Content>([
	'protocolMessage',
	'pollUpdateMessage',
	'senderKeyDistributionMessage',
	'fastRatchetKeySenderKeyDistributionMessage',
	'keepInChatMessage',
	'encReactionMessage',
	'encEventResponseMessage',
	'pinInChatMessage',
	'scheduledCallEditMessage',
	'stickerSyncRmrMessage',
	'messageHistoryBundle',
	'messageHistoryNotice',
	// A changed text, encrypted with a key that only the phone has.
	'secretEncryptedMessage',
	// It only announces files, each of which comes as a message of its own.
	'albumMessage',
]);

/**
 * The content of a message in terms of the specification: what it has no type for becomes a text that says it, and
 * what cannot be shown says so. Null for what is no message, such as a reaction that was taken back.
 */
export function incomingContentOf(message: Content): IncomingContent | null {
	const { content, isViewOnce } = unwrapped(message);
	if (isViewOnce) return unsupportedContent('view_once');
	const kinds = kindsIn(content);
	// What the library that reads messages does not know leaves nothing of itself.
	if (kinds.length === 0) return unsupportedContent('unknown');
	if (kinds.every((kind) => SILENT.has(kind))) return null;
	if (content.placeholderMessage) return unsupportedContent('on_phone_only');
	const shown = fileContentIn(content) ?? businessContentIn(content) ?? textContentIn(content);
	return shown === null ? null : { ...shown, quoted: quotedIn(content) };
}

function textContentIn(content: Content): IncomingContent | null {
	const text = textOfKinds(content);
	if (text === undefined) return unsupportedContent('unknown');
	return text === null ? null : { type: 'text', content: text, file: null, quoted: null };
}

/** The names of what there is in a message; what goes along with any message is left out. */
function kindsIn(content: Content): string[] {
	return Object.entries(content).flatMap(([kind, part]: [string, unknown]) =>
		part === null || part === undefined || kind === 'messageContextInfo' ? [] : kind,
	);
}
