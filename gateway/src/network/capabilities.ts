/** What some networks can do and others cannot. */
export const CAPABILITIES = [
	/** Messages made of templates that the operator has approved. */
	'templates',
	'groups',
	/** Telling which phones are on the network. */
	'number_check',
	/** Telling what a contact shows of itself. */
	'contact_profile',
	/** Reporting the contacts of the account; the others have those who wrote. */
	'address_book',
	/** Reporting what was written before the instance was linked. */
	'history',
] as const;

export type Capability = (typeof CAPABILITIES)[number];
