import type { Capability } from '../../../src/network/capabilities/capabilities.ts';
import { CAPABILITIES } from '../../../src/network/capabilities/capabilities.ts';
import { OFFICIAL_API_CAPABILITIES } from '../../../src/network/capabilities/official-api-capabilities.ts';
import { SIMULATOR_CAPABILITIES } from '../../../src/network/simulator/simulator-capabilities.ts';
import { WHATSAPP_WEB_CAPABILITIES } from '../../../src/network/whatsapp-web/capabilities.ts';

/** The capabilities that the drivers declare, by network and connect method. */
const COLUMNS: readonly (readonly [string, ReadonlySet<Capability>])[] = [
	['simulator, QR code', SIMULATOR_CAPABILITIES.qrcode],
	['simulator, official', SIMULATOR_CAPABILITIES.official],
	['WhatsApp, QR code', WHATSAPP_WEB_CAPABILITIES],
	['WhatsApp, official', OFFICIAL_API_CAPABILITIES],
];

/** The meaning of each capability, and the result where a network lacks it. */
const WORDS: Readonly<Record<Capability, readonly [string, string]>> = {
	templates: ['sending approved templates', '409 `official_api_required`'],
	groups: [
		'listing, creating and changing groups, and sending messages to them',
		'409 `official_api_instance`',
	],
	number_check: ['checking which phone numbers are on the network', '409 `official_api_instance`'],
	contact_profile: ['reading the profile of a contact', '409 `official_api_instance`'],
	audio_captions: ['captions for audio files', '400 `invalid_parameters`'],
	auto_typing: ['typing indicator before each message (`settings.autoTyping`)', 'no typing indicator'],
	address_book: ['reading the contacts of the account', 'only senders are contacts'],
	history: ['messages from before the connection', 'history starts with the connection'],
	stickers: ['sending stickers (`mediaType: sticker`)', '409 `official_api_instance`'],
	voice_notes: ['sending voice notes (`voice: true`)', '409 `official_api_instance`'],
	locations: ['sending locations', '409 `official_api_instance`'],
	contact_cards: ['sending contact cards', '409 `official_api_instance`'],
	polls: ['sending polls', '409 `official_api_instance`'],
	interactive_messages: [
		'sending buttons, lists, links, location requests and flows',
		'409 `official_api_required`',
	],
	mentions: ['mentioning people (`mentions`)', '409 `official_api_instance`'],
	link_previews: ['choosing whether a link has a preview (`linkPreview`)', '409 `official_api_required`'],
	reactions: ['reacting to messages', '409 `official_api_instance`'],
	edits: ['editing sent texts', '409 `official_api_instance`'],
	deletions: ['deleting sent messages for everyone', '409 `official_api_instance`'],
	forwarding: ['forwarding messages, marked as forwarded', '409 `official_api_instance`'],
	received_reactions: ['reactions of others (`message.reaction`)', 'no event'],
	received_edits: ['edits by others (`message.edited`)', 'no event'],
	received_deletions: ['deletions by others (`message.deleted`)', 'no event'],
	received_polls: ['polls of others', 'a message of type `unsupported`'],
	received_votes: ['votes in polls (`poll.voted`)', 'no event'],
	received_orders: ['orders from a catalog', 'a message of type `unsupported`'],
	received_replies: ['what people tap: buttons, lists, flows (`reply`)', 'the text only'],
	group_settings: [
		'settings, picture and invite of groups, joining and leaving them',
		'409 `official_api_instance`',
	],
	received_group_changes: ['changes of groups by others (`group.updated`, `group.participants`)', 'no event'],
	chat_changes: ['archiving, pinning, muting chats, marking them as unread', '409 `official_api_instance`'],
	blocking: ['blocking and unblocking people', '409 `official_api_required`'],
	profile_name: ['changing the name of the own profile', '409 `official_api_instance`'],
	profile_changes: ['changing the text and the picture of the own profile', '409 `official_api_required`'],
	presence: ['who is online or typing (`presence.updated`)', '409 `official_api_instance`'],
	calls: ['calls that arrive (`call.received`)', 'no event'],
	call_rejection: ['rejecting calls (`settings.rejectCalls`)', 'calls ring'],
	pairing_codes: ['linking by a code that is typed on the phone', '409 `official_api_instance`'],
	proxies: ['connecting through a proxy (`settings.proxyUrl`)', 'the proxy is not used'],
	restrictions: ['restrictions of the account (`instance.restricted`)', 'no event'],
	echoes: ["what the account's owner writes on the phone (`message.echo`)", 'no event'],
};

const BEGIN = '<!-- capabilities: written by `npm run capabilities` -->';
const END = '<!-- end of capabilities -->';

/**
 * Returns the page with the table of the declared capabilities in its place. Throws when the page has no place for
 * it.
 */
export function withCapabilityTable(page: string): string {
	const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
	if (begin === -1 || end < begin) throw new Error(`The page has no place for the table: ${BEGIN} … ${END}`);
	return `${page.slice(0, begin)}${BEGIN}\n\n${table()}\n\n${page.slice(end)}`;
}

function table(): string {
	const names = COLUMNS.map(([name]) => name);
	const head = ['capability', 'meaning', ...names, 'otherwise'];
	const rows = CAPABILITIES.map((one) => {
		const [what, otherwise] = WORDS[one];
		return [`\`${one}\``, what, ...COLUMNS.map(([, able]) => (able.has(one) ? 'yes' : 'no')), otherwise];
	});
	return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
