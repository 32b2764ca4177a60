import type { WAMessage } from 'baileys';
import type { UnsupportedReason } from '../../../domain/messages/message-details.ts';
import { unsupported } from '../content/incoming-content.ts';
import type { Device, DeviceConnection } from '../device.ts';
import { incomingMessageOf } from './message/incoming-message.ts';

/**
 * Adds an event for a received message that cannot be shown to the unit of work. It adds none for messages of the
 * account itself: they are recorded when they can be read.
 */
export async function reportUnsupported(
	device: Device,
	connection: DeviceConnection,
	message: WAMessage,
	reason: UnsupportedReason,
): Promise<void> {
	if (message.key.fromMe === true) return;
	const incoming = await incomingMessageOf(device, connection, message, unsupported(reason));
	if (incoming !== null) device.unitOfWork.addEvents([{ kind: 'message', message: incoming }]);
}
