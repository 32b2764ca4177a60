import { GatewayError } from '../../domain/error.ts';
import type { ConnectMethod } from '../../domain/instances/instance.ts';
import { isGroupJid } from '../../domain/phone.ts';
import type { Capability } from '../../network/capabilities/capabilities.ts';
import type { InstanceRow } from '../../store/schema.ts';
import type { MessageToSend } from './message-to-send.ts';

/** The capabilities of the network that an instance is connected to; null if they are not known. */
export type CapabilitiesOf = (instance: Pick<InstanceRow, 'id' | 'method'>) => ReadonlySet<Capability> | null;

/** The properties of a message that decide whether a network takes it. */
export type CheckedMessage = Pick<MessageToSend, 'to' | 'type' | 'media' | 'details'>;

/** A part of a message that not every network takes. */
interface Part {
	capability: Capability;
	/** The plural name of the part, as the subject of a sentence. */
	name: string;
	/** The alternative for the client, as the end of a sentence. */
	instead: string;
	isIn: (message: CheckedMessage) => boolean;
}

const PARTS: readonly Part[] = [
	{
		capability: 'groups',
		name: 'Messages to groups',
		instead: 'write to its participants one by one',
		isIn: ({ to }) => isGroupJid(to),
	},
	{
		capability: 'stickers',
		name: 'Stickers',
		instead: 'send the file with the mediaType image',
		isIn: ({ type }) => type === 'sticker',
	},
	{
		capability: 'voice_notes',
		name: 'Voice notes',
		instead: 'leave "voice" out to send an audio file',
		isIn: ({ details }) => details.voice === true,
	},
	{
		capability: 'locations',
		name: 'Locations',
		instead: 'send a link to a map as "message"',
		isIn: ({ type }) => type === 'location',
	},
	{
		capability: 'contact_cards',
		name: 'Contacts',
		instead: 'send their names and numbers as "message"',
		isIn: ({ type }) => type === 'contacts',
	},
	{
		capability: 'polls',
		name: 'Polls',
		instead: 'ask with "interactive" buttons or a list, or with a text',
		isIn: ({ type }) => type === 'poll',
	},
	{
		capability: 'interactive_messages',
		name: 'Interactive messages',
		instead: 'ask with a poll, or with a text that lists the answers',
		isIn: ({ details }) => details.interactive !== undefined,
	},
	{
		capability: 'mentions',
		name: 'Mentions',
		instead: 'leave "mentions" out and write the names in the text',
		isIn: ({ details }) => details.mentions !== undefined,
	},
	{
		capability: 'forwarding',
		name: 'Forwarded messages',
		instead: 'send the content as a new message',
		isIn: ({ details }) => details.forwarded === true,
	},
	{
		capability: 'link_previews',
		name: 'Previews of links',
		instead: 'leave "linkPreview" out; the network then decides',
		isIn: ({ details }) => details.linkPreview !== undefined,
	},
];

/**
 * Throws if a network with these capabilities never takes the message: official_api_instance where an instance
 * connected by QR code would, official_api_required where one of the official API would, invalid_parameters for a part
 * of the message that nobody would see.
 */
export function assertSupported(
	message: CheckedMessage,
	capabilities: ReadonlySet<Capability>,
	method: ConnectMethod | null,
): void {
	const missing = PARTS.find(({ capability, isIn }) => !capabilities.has(capability) && isIn(message));
	if (missing !== undefined) throw unsupported(missing, method);
	const caption = message.media?.caption ?? null;
	if (message.type === 'audio' && caption !== null && !capabilities.has('audio_captions')) {
		throw new GatewayError(
			'invalid_parameters',
			'"caption" is not shown beside an audio file on this network. Leave it out, or send it as a text of its own.',
		);
	}
}

function unsupported({ name, instead }: Part, method: ConnectMethod | null): GatewayError {
	if (method === 'official') {
		return new GatewayError(
			'official_api_instance',
			`${name} cannot be sent by the official API, which this instance is connected by. Use an instance connected by QR code, or ${instead}.`,
		);
	}
	return new GatewayError(
		'official_api_required',
		`${name} can be sent by the official API only, and this instance is connected by QR code. Use an instance of the official API, or ${instead}.`,
	);
}
