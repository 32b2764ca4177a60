import type { WAMessage } from 'baileys';
import type { UnsupportedReason } from '../../../domain/message.ts';
import type { Device, OpenLink } from '../device.ts';
import { incomingMessageOf } from './incoming-message.ts';
import { unsupportedContent } from '../content/unsupported-content.ts';

/**
 * Puts into the ledger that a message came which cannot be shown, from whom, and why. Of what the account itself
 * wrote, nothing: that is history, and is recorded once it can be read.
 */
export async function tellUnsupported(
	device: Device,
	link: OpenLink,
	message: WAMessage,
	reason: UnsupportedReason,
): Promise<void> {
	if (message.key.fromMe === true) return;
	const incoming = await incomingMessageOf(device, link, message, unsupportedContent(reason));
	if (incoming !== null) device.ledger.addEvents([{ kind: 'message', message: incoming }]);
}
