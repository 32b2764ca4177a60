/** The kinds of restrictions of an account: it may not begin new chats, or not send at all. */
export const RESTRICTION_KINDS = ['new_chats', 'sending'] as const;
export type RestrictionKind = (typeof RESTRICTION_KINDS)[number];

/** The end of a restriction, in epoch milliseconds, where the network does not report one. */
export const END_UNKNOWN = 8_640_000_000_000_000;

/** A limit that the network has put on an account. */
export interface AccountRestriction {
	kind: RestrictionKind;
	/** The network's name of the reason; null: it reports none. */
	reason: string | null;
	/** When it ends, in epoch milliseconds; null: the network does not report it. */
	until: number | null;
	/** How many new chats the account can still begin; null: the network does not report it. */
	newChatsLeft: number | null;
}
