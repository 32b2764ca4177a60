import type { Capability } from './capabilities.ts';

/**
 * The capabilities of the official API. Its groups are not supported: they have at most eight participants, who join
 * by an invite link and cannot be added.
 */
export const OFFICIAL_API_CAPABILITIES: ReadonlySet<Capability> = new Set([
	'templates',
	'stickers',
	'voice_notes',
	'locations',
	'contact_cards',
	'interactive_messages',
	'link_previews',
	'reactions',
	'received_reactions',
	'received_edits',
	'received_deletions',
	'received_orders',
	'received_replies',
	'echoes',
	'blocking',
	'profile_changes',
]);
