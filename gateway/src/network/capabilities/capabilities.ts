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
	/** Sending stickers. */
	'stickers',
	/** Sending audio files as voice notes. */
	'voice_notes',
	/** Sending locations. */
	'locations',
	/** Sending contact cards. */
	'contact_cards',
	/** Sending polls. */
	'polls',
	/** Sending interactive messages: buttons, lists, links, requests for a location, flows. */
	'interactive_messages',
	/** Mentioning people in a text. */
	'mentions',
	/** Choosing whether the first link of a text is shown with a preview (linkPreview). */
	'link_previews',
	/** Reacting to messages. */
	'reactions',
	/** Editing sent texts. */
	'edits',
	/** Deleting sent messages for everyone. */
	'deletions',
	/** Forwarding messages, marked as forwarded. */
	'forwarding',
	/** Reporting reactions. */
	'received_reactions',
	/** Reporting edits by others. */
	'received_edits',
	/** Reporting deletions by others. */
	'received_deletions',
	/** Reporting polls. */
	'received_polls',
	/** Reporting votes in polls. */
	'received_votes',
	/** Reporting orders. */
	'received_orders',
	/** Reporting what people tap: buttons, lists, flows. */
	'received_replies',
	/** Reporting messages that the account's owner writes on the phone. */
	'echoes',
	/** Changing the settings, the picture and the invite of groups, joining and leaving them. */
	'group_settings',
	/** Reporting what others change in groups. */
	'received_group_changes',
	/** Archiving, pinning, muting chats, and marking them as unread. */
	'chat_changes',
	/** Blocking and unblocking people. */
	'blocking',
	/** Changing the name of the own profile. */
	'profile_name',
	/** Changing the text and the picture of the own profile. */
	'profile_changes',
	/** Reporting who is online or typing. */
	'presence',
	/** Reporting calls. */
	'calls',
	/** Rejecting calls (settings.rejectCalls). */
	'call_rejection',
	/** Linking by a code that is typed on the phone. */
	'pairing_codes',
	/** Connecting through a proxy (settings.proxyUrl). */
	'proxies',
	/** Reporting restrictions of the account. */
	'restrictions',
] as const;

export type Capability = (typeof CAPABILITIES)[number];
