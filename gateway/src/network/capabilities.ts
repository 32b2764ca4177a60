/** The features that not every network supports. */
export const CAPABILITIES = [
	/** Sending template messages that the network operator has approved. */
	'templates',
	/** Listing, creating and changing groups, and sending messages to them. */
	'groups',
	/** Checking which phone numbers are on the network. */
	'number_check',
	/** Fetching the profile of a contact. */
	'contact_profile',
	/** Sending captions with audio files. */
	'audio_captions',
	/** Showing the typing indicator automatically before each message (settings.autoTyping). */
	'auto_typing',
	/** Reporting all contacts of the account. Without it, only senders of messages become contacts. */
	'address_book',
	/** Reporting messages from before the instance was linked. */
	'history',
] as const;

export type Capability = (typeof CAPABILITIES)[number];
