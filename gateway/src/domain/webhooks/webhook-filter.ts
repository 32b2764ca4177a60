import type { ChatOwner } from '../chats/chat.ts';
import type { MessageDirection, MessageType } from '../messages/message.ts';

/** Most chats a filter can name. */
export const FILTER_CHATS_LIMIT = 1000;
/** Longest text of a filter, in characters. */
export const FILTER_TEXT_LIMIT = 200;

/**
 * Chooses the message events of a webhook. An event has to fit every property that is present; an event that a property
 * does not apply to, such as an event without a text, fits it. Events that are not of a chat always fit.
 */
export interface WebhookFilter {
	/** Ids of chats, or phone numbers. */
	chats?: readonly string[];
	types?: readonly MessageType[];
	directions?: readonly MessageDirection[];
	/** The owners of the chat: `["bot"]` leaves out messages that arrive while a person answers. */
	owners?: readonly ChatOwner[];
	/** Compared with `content`, ignoring case. */
	text?: { contains?: string; startsWith?: string; equals?: string };
}
