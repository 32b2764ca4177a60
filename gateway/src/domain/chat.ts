/** Changes of a chat that the account's own devices share. An absent property stays as it is. */
export interface ChatChanges {
	archived?: boolean;
	pinned?: boolean;
	/** Whether the chat is marked as unread, or as read. */
	unread?: boolean;
	/** Epoch milliseconds; null: the chat is not muted. */
	mutedUntil?: number | null;
}

/** Who answers in a chat, where an instance has settings.takeover. */
export const CHAT_OWNERS = ['bot', 'person'] as const;
export type ChatOwner = (typeof CHAT_OWNERS)[number];

/** Where a person took a chat: by writing on the phone or the page, or by a request. */
export const TAKEN_BY = ['phone', 'page', 'api'] as const;
export type TakenBy = (typeof TAKEN_BY)[number];

/** Why a chat was released: the person wrote nothing for a while, or by a request. */
export const RELEASE_REASONS = ['silence', 'request'] as const;
export type ReleaseReason = (typeof RELEASE_REASONS)[number];

/** Most milliseconds for which a request can take a chat. */
export const LONGEST_OWNERSHIP = 30 * 24 * 60 * 60 * 1000;

/** Whether a person owns a chat; `ownedUntil` in epoch milliseconds, null: nobody took it. */
export function isOwnedByPerson(ownedUntil: number | null, now: number): boolean {
	return ownedUntil !== null && ownedUntil > now;
}

export function chatOwner(ownedUntil: number | null, now: number): ChatOwner {
	return isOwnedByPerson(ownedUntil, now) ? 'person' : 'bot';
}

/** Limits of settings.takeover.releaseAfter, in milliseconds. */
export const MIN_RELEASE_AFTER = 60_000;
export const MAX_RELEASE_AFTER = 7 * 24 * 60 * 60 * 1000;
