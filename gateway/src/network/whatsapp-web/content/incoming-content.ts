import type { proto } from 'baileys';
import type { MediaType, MessageType } from '../../../domain/message.ts';
import type { UnsupportedReason } from '../../../domain/message-details.ts';
import { businessContentIn } from './business-content.ts';
import { contentText } from './content-text.ts';
import { fileContentIn } from './file-content.ts';
import { quotedIn, type Quoted } from './quoted-message.ts';
import { unsupportedContent } from './unsupported-content.ts';
import { unwrapped } from './wrapped-content.ts';

/** The content of a received message. */
export interface IncomingContent {
	type: MessageType;
	/** The text; for media the caption, or a description. */
	content: string;
	file: RemoteFile | null;
	/** Why the content cannot be shown; only for type `unsupported`. */
	unsupported?: { reason: UnsupportedReason };
	/** The message it replies to. */
	quoted: Quoted | null;
}

/** The encrypted file of a message on a media host of WhatsApp. */
export interface RemoteFile {
	/** WhatsApp's name of the media type, from which the file's keys are derived. */
	kind: 'image' | 'video' | 'audio' | 'document' | 'sticker' | 'ptv';
	mediaType: MediaType;
	directPath: string;
	mediaKey: Uint8Array;
	/** Bytes, as claimed by the sender; 0: unknown. */
	size: number;
	mimeType: string;
	filename: string | null;
	caption: string | null;
}

type Content = proto.IMessage;

/** Kinds that are not shown as a message: they change another message or the chat, or are meant for devices. */
const IGNORED: ReadonlySet<string> = new Set<keyof Content>([
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
	// An edited text, encrypted with a key that only the phone has.
	'secretEncryptedMessage',
	// Only announces the files of an album; each file is sent as its own message.
	'albumMessage',
]);

/**
 * Converts a message of WhatsApp to the message types of the specification. Kinds that the specification has no type
 * for become texts; content that cannot be shown gets type `unsupported`. Null: it is no message to show, such as a
 * removed reaction.
 */
export function incomingContentOf(message: Content): IncomingContent | null {
	const { content, isViewOnce } = unwrapped(message);
	if (isViewOnce) return unsupportedContent('view_once');
	const kinds = kindsIn(content);
	// Decoding drops fields that Baileys does not know, so that nothing is left of an unknown kind.
	if (kinds.length === 0) return unsupportedContent('unknown');
	if (kinds.every((kind) => IGNORED.has(kind))) return null;
	if (content.placeholderMessage) return unsupportedContent('on_phone_only');
	const incoming = fileContentIn(content) ?? businessContentIn(content) ?? textContentIn(content);
	return incoming === null ? null : { ...incoming, quoted: quotedIn(content) };
}

function textContentIn(content: Content): IncomingContent | null {
	const text = contentText(content);
	if (text === undefined) return unsupportedContent('unknown');
	return text === null ? null : { type: 'text', content: text, file: null, quoted: null };
}

/** The kinds of content in a message. `messageContextInfo` accompanies any kind. */
function kindsIn(content: Content): string[] {
	return Object.entries(content).flatMap(([kind, part]: [string, unknown]) =>
		part === null || part === undefined || kind === 'messageContextInfo' ? [] : kind,
	);
}
