/**
 * The identities in the stanzas of a case. They have the same lengths for all accounts, so that a case mutates them
 * alike.
 */
export interface Identities {
	/** The phone of the attacked account. */
	account: string;
	/** The digits of its LID. */
	lid: string;
}

/** An unknown sender, and a group without participants. */
export const STRANGER = '4917600000001';
export const STRANGER_LID = '990123456789012';
export const GROUP = '120363000000000001@g.us';
