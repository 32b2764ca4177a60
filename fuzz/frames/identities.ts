/** Who the stanzas of a case are about. Those of two accounts have the same lengths: a case does the same to both. */
export interface Identities {
	/** Phone of the attacked account, and the digits of its LID. */
	account: string;
	lid: string;
}

/** A stranger, and a group nobody is in. */
export const STRANGER = '4917600000001';
export const STRANGER_LID = '990123456789012';
export const GROUP = '120363000000000001@g.us';
