import type { WAMessage } from 'baileys';
import type { UnsupportedReason } from '../../domain/message.ts';
import type { NetworkEvent } from '../driver.ts';
import type { Device, OpenLink } from './device.ts';
import { incomingMessageOf } from './incoming-message.ts';

/** What a person reads in place of a message that cannot be shown. */
const CONTENTS: Readonly<Record<UnsupportedReason, string>> = {
	view_once: 'A photo, video or voice message to be viewed once. Open it on the phone.',
	on_phone_only: 'A message that WhatsApp shows on the phone only. Open it there.',
	waiting: 'A message whose content has not arrived yet. It was asked for.',
	undecryptable: 'A message that could not be decrypted. Ask the sender to send it again.',
	unknown: 'A message of a kind that cannot be shown here. Open it on the phone.',
};

/** Reports a message that cannot be shown: that it came, from whom, and why it is not shown. */
export async function unsupportedMessage(
	device: Device,
	link: OpenLink,
	message: WAMessage,
	reason: UnsupportedReason,
): Promise<NetworkEvent> {
	const written = { type: 'unsupported' as const, content: CONTENTS[reason], file: null };
	const incoming = await incomingMessageOf(device, link, message, written);
	return { kind: 'message', message: { ...incoming, unsupported: { reason } } };
}
