import { DAY } from '../duration.ts';

/** Changes of a chat that the account's own devices share. An absent property stays as it is. */
export interface ChatChanges {
	archived?: boolean;
	pinned?: boolean;
	/** Whether the chat is marked as unread, or as read. */
	unread?: boolean;
	/** Epoch milliseconds; null: the chat is not muted. */
	mutedUntil?: number | null;
}

/** The owner of a chat, who answers in it, where an instance has settings.takeover. */
export const CHAT_OWNERS = ['bot', 'person'] as const;
export type ChatOwner = (typeof CHAT_OWNERS)[number];

/** The way in which a person took a chat: by writing on the phone or the page, or by a request. */
export const TAKEN_BY = ['phone', 'page', 'api'] as const;
export type TakenBy = (typeof TAKEN_BY)[number];

/** The reason of a release: the person wrote nothing for a while, or a client requested it. */
export const RELEASE_REASONS = ['silence', 'request'] as const;
export type ReleaseReason = (typeof RELEASE_REASONS)[number];

/** Most milliseconds for which a request can take a chat. */
export const LONGEST_OWNERSHIP = 30 * 24 * 60 * 60 * 1000;

/** Whether a person owns a chat; `ownedUntil` in epoch milliseconds, null: nobody took it. */
export function isOwnedByPerson(ownedUntil: number | null, now: number): boolean {
	return ownedUntil !== null && ownedUntil > now;
}

/** The owner of a chat at a time. */
export function chatOwner(ownedUntil: number | null, now: number): ChatOwner {
	return isOwnedByPerson(ownedUntil, now) ? 'person' : 'bot';
}

/** The numbers of settings.takeover.releaseAfter with their units: what is from one minute to seven days. */
const RELEASE_AFTER_FORMS = [
	'(?:[6-9][0-9]|[1-9][0-9]{2,4}|[1-5][0-9]{5}|60[0-3][0-9]{3}|604[0-7][0-9]{2}|604800)s',
	'(?:[1-9][0-9]{0,3}|100[0-7][0-9]|10080)m',
	'(?:[1-9][0-9]?|1[0-5][0-9]|16[0-8])h',
	'[1-7]d',
];
export const RELEASE_AFTER_PATTERN = `^(?:${RELEASE_AFTER_FORMS.join('|')})$`;

/** Milliseconds after a person's message in which an official instance may write to them without a template. */
export const REPLY_WINDOW = DAY;
