import type { proto } from 'baileys';

type Content = proto.IMessage;

/** Wrappers of view-once messages. */
const VIEW_ONCE = ['viewOnceMessage', 'viewOnceMessageV2', 'viewOnceMessageV2Extension'] as const;

/** All wrappers that contain a message. */
const WRAPPERS = [
	...VIEW_ONCE,
	'ephemeralMessage',
	'documentWithCaptionMessage',
	'editedMessage',
	'deviceSentMessage',
	'associatedChildMessage',
	'groupMentionedMessage',
	'botInvokeMessage',
	'botForwardedMessage',
	'botTaskMessage',
	'lottieStickerMessage',
	'eventCoverImage',
	'pollCreationOptionImageMessage',
	'pollCreationMessageV4',
	'statusMentionMessage',
	'groupStatusMentionMessage',
	'groupStatusMessage',
	'groupStatusMessageV2',
	'statusAddYours',
	'limitSharingMessage',
	'questionMessage',
	'questionReplyMessage',
] as const satisfies readonly (keyof Content)[];

/** Nested wrappers that are removed. */
const MAX_DEPTH = 8;

/** A message without its wrappers. */
export interface Unwrapped {
	content: Content;
	isViewOnce: boolean;
	/** The message disappears after a time. */
	isEphemeral: boolean;
	/** The message it belongs to, such as an album. */
	association: proto.IMessageAssociation | null;
	/** The key with which other people encrypt their responses to this message, such as votes. */
	secret: Uint8Array | null;
}

/** Removes the wrappers of a message. */
export function unwrapped(message: Content): Unwrapped {
	let content = message;
	let hasViewOnceWrapper = false;
	let isEphemeral = false;
	let { messageContextInfo } = message;
	for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
		const wrapper = WRAPPERS.find((name) => content[name]);
		if (wrapper === undefined) break;
		hasViewOnceWrapper ||= VIEW_ONCE.some((name) => name === wrapper);
		isEphemeral ||= wrapper === 'ephemeralMessage';
		content = content[wrapper]?.message ?? {};
		// Phones put it into the outer message, Baileys into the inner one.
		messageContextInfo = { ...content.messageContextInfo, ...messageContextInfo };
	}
	// Businesses use the same wrappers for buttons and lists, which are not view-once.
	const isViewOnce =
		hasViewOnceFlag(content) || (hasViewOnceWrapper && (isMedia(content) || isEmpty(content)));
	const { messageAssociation, messageSecret } = messageContextInfo ?? {};
	return {
		content,
		isViewOnce,
		isEphemeral,
		association: messageAssociation ?? null,
		secret: messageSecret ?? null,
	};
}

function mediaOf({ imageMessage, videoMessage, audioMessage, ptvMessage }: Content) {
	return imageMessage ?? videoMessage ?? audioMessage ?? ptvMessage;
}

function isMedia(content: Content): boolean {
	return Boolean(mediaOf(content));
}

function hasViewOnceFlag(content: Content): boolean {
	return mediaOf(content)?.viewOnce === true;
}

function isEmpty(content: Content): boolean {
	return Object.values(content).every((part: unknown) => part === null || part === undefined);
}
