import type { proto } from 'baileys';

type Content = proto.IMessage;

/** Wrappers around a message that say that it can be viewed once. */
const VIEW_ONCE = ['viewOnceMessage', 'viewOnceMessageV2', 'viewOnceMessageV2Extension'] as const;

/** Wrappers around a message that do not change what it says. */
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

/** Wrappers that may lie around each other. */
const DEPTH = 8;

/** What a message says, out of all that is wrapped around it. */
export function unwrapped(message: Content): { content: Content; isViewOnce: boolean } {
	let content = message;
	let once = false;
	for (let depth = 0; depth < DEPTH; depth += 1) {
		const wrapper = WRAPPERS.find((name) => content[name]);
		if (wrapper === undefined) break;
		once ||= VIEW_ONCE.some((name) => name === wrapper);
		content = content[wrapper]?.message ?? {};
	}
	// Businesses wrap buttons and lists in the same way; those may be seen as often as one likes.
	return { content, isViewOnce: isOnce(content) || (once && (isMedia(content) || isEmpty(content))) };
}

function mediaOf({ imageMessage, videoMessage, audioMessage, ptvMessage }: Content) {
	return imageMessage ?? videoMessage ?? audioMessage ?? ptvMessage;
}

function isMedia(content: Content): boolean {
	return Boolean(mediaOf(content));
}

function isOnce(content: Content): boolean {
	return mediaOf(content)?.viewOnce === true;
}

function isEmpty(content: Content): boolean {
	return Object.values(content).every((part: unknown) => part === null || part === undefined);
}
