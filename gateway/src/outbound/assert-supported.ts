import { GatewayError } from '../domain/error.ts';
import { isGroupJid } from '../domain/phone.ts';
import type { Capability } from '../network/capabilities.ts';
import type { MessageToSend } from './enqueue-messages.ts';

/**
 * Throws where a network that can do no more than this never takes such a message: official_api_instance for one to
 * a group, invalid_parameters for a part of it that nobody would see.
 */
export function assertSupported({ to, type, media }: MessageToSend, able: ReadonlySet<Capability>): void {
	if (isGroupJid(to) && !able.has('groups')) {
		throw new GatewayError(
			'official_api_instance',
			'The official API, which this instance is connected by, does not write to groups. Use an instance connected by QR code.',
		);
	}
	const caption = media?.caption ?? null;
	if (type === 'audio' && caption !== null && !able.has('audio_captions')) {
		throw new GatewayError(
			'invalid_parameters',
			'"caption" is not shown beside an audio file on this network. Leave it out, or send it as a text of its own.',
		);
	}
}
