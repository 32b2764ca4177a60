import { GatewayError } from '../domain/error.ts';
import { isGroupJid } from '../domain/phone.ts';
import type { Capability } from '../network/capabilities.ts';
import type { InstanceRow } from '../store/schema.ts';
import type { MessageToSend } from './message-to-send.ts';

/** The capabilities of the network that an instance is connected to; null if they are not known. */
export type CapabilitiesOf = (instance: Pick<InstanceRow, 'id' | 'method'>) => ReadonlySet<Capability> | null;

/**
 * Throws if a network with these capabilities never takes the message: official_api_instance for a message to a group,
 * invalid_parameters for a part of the message that nobody would see.
 */
export function assertSupported(
	{ to, type, media, details }: Pick<MessageToSend, 'to' | 'type' | 'media' | 'details'>,
	capabilities: ReadonlySet<Capability>,
): void {
	if (isGroupJid(to) && !capabilities.has('groups')) {
		throw new GatewayError(
			'official_api_instance',
			'The official API, which this instance is connected by, does not write to groups. Use an instance connected by QR code.',
		);
	}
	if (details.forwarded === true && !capabilities.has('forwarding')) {
		throw new GatewayError(
			'official_api_instance',
			'The official API, which this instance is connected by, cannot forward messages. Send the content as a new message.',
		);
	}
	const caption = media?.caption ?? null;
	if (type === 'audio' && caption !== null && !capabilities.has('audio_captions')) {
		throw new GatewayError(
			'invalid_parameters',
			'"caption" is not shown beside an audio file on this network. Leave it out, or send it as a text of its own.',
		);
	}
}
