/** What some networks can do and others cannot. */
export const CAPABILITIES = [
	/** Messages made of templates that the operator has approved. */
	'templates',
	/** Groups: listing, making and changing them, and writing to them. */
	'groups',
	/** Telling which phones are on the network. */
	'number_check',
	/** Telling what a contact shows of itself. */
	'contact_profile',
	/** A caption beside an audio file. */
	'audio_captions',
	/** Showing typing before each message by itself (settings.autoTyping). */
	'auto_typing',
	/** Reporting the contacts of the account; the others have those who wrote. */
	'address_book',
	/** Reporting what was written before the instance was linked. */
	'history',
] as const;

export type Capability = (typeof CAPABILITIES)[number];
