import type { proto } from 'baileys';
import type { MediaType, MessageType } from '../../../domain/messages/message.ts';
import type { MessageDetails, UnsupportedReason } from '../../../domain/messages/message-details.ts';
import { businessContentIn } from './business-content.ts';
import { contactsContentIn } from './contacts-content.ts';
import { contentText } from './content-text.ts';
import { fileContentIn } from './file-content.ts';
import { locationContentIn } from './location-content.ts';
import { contextOf, type Quoted } from './message-context.ts';
import { orderContentIn } from './order-content.ts';
import { pollContentIn } from './poll-content.ts';
import { replyContentIn } from './reply-content.ts';
import { unsupportedContent } from './unsupported-content.ts';
import { unwrapped } from './wrapped-content.ts';

/** A kind of message, as a person can read it. */
export interface ShownContent {
	type: MessageType;
	/** The text; for media the caption, or a description. */
	content: string;
	file: RemoteFile | null;
	details: MessageDetails;
}

/** The content of a received message. */
export interface IncomingContent extends ShownContent {
	/** The message it replies to. */
	quoted: Quoted | null;
	/** The JIDs of the people it mentions, as its sender wrote them. */
	mentioned: readonly string[];
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
	'reactionMessage',
	'pollUpdateMessage',
	'senderKeyDistributionMessage',
	'fastRatchetKeySenderKeyDistributionMessage',
	'keepInChatMessage',
	'encReactionMessage',
	'encEventResponseMessage',
	'commentMessage',
	'encCommentMessage',
	'pinInChatMessage',
	'scheduledCallEditMessage',
	'stickerSyncRmrMessage',
	'messageHistoryBundle',
	'messageHistoryNotice',
	// An edited text or event in a form that Baileys cannot decrypt.
	'secretEncryptedMessage',
	// Only announces the files of an album; each file is sent as its own message.
	'albumMessage',
]);

/** The kinds of content, in the order in which they are looked for. */
const KINDS: readonly ((content: Content) => ShownContent | null)[] = [
	fileContentIn,
	businessContentIn,
	locationContentIn,
	contactsContentIn,
	pollContentIn,
	orderContentIn,
	replyContentIn,
	textContentIn,
];

/**
 * Converts a message of WhatsApp to the gateway's message types. Kinds without a type of their own become texts; content
 * that cannot be shown gets type `unsupported`. Null: it is no message to show, such as a reaction.
 */
export function incomingContentOf(message: Content): IncomingContent | null {
	const { content, isViewOnce, ...wrapping } = unwrapped(message);
	if (isViewOnce) return unsupported('view_once');
	const kinds = kindsIn(content);
	// Decoding drops fields that Baileys does not know, so that nothing is left of an unknown kind.
	if (kinds.length === 0) return unsupported('unknown');
	if (kinds.every((kind) => IGNORED.has(kind))) return null;
	if (content.placeholderMessage) return unsupported('on_phone_only');
	for (const contentIn of KINDS) {
		const shown = contentIn(content);
		if (shown === null) continue;
		const { quoted, mentioned, details } = contextOf(content, wrapping);
		return { ...shown, details: { ...shown.details, ...details }, quoted, mentioned };
	}
	return null;
}

/** The content of a message that cannot be shown. */
export function unsupported(reason: UnsupportedReason): IncomingContent {
	return { ...unsupportedContent(reason), quoted: null, mentioned: [] };
}

function textContentIn(content: Content): ShownContent | null {
	const text = contentText(content);
	if (text === undefined) return unsupportedContent('unknown');
	return text === null ? null : { type: 'text', content: text, file: null, details: {} };
}

/** The kinds of content in a message. `messageContextInfo` accompanies any kind. */
function kindsIn(content: Content): string[] {
	return Object.entries(content).flatMap(([kind, part]: [string, unknown]) =>
		part === null || part === undefined || kind === 'messageContextInfo' ? [] : kind,
	);
}
