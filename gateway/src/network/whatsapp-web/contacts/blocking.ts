import { GatewayError } from '../../../domain/error.ts';
import { phoneOfChat } from '../../../domain/phone.ts';
import type { NetworkConnection } from '../../driver.ts';
import type { SendRequest } from '../device.ts';
import { existingPhones } from './existing-phones.ts';

/** Blocks and unblocks people. WhatsApp blocks by LID, and wants the phone number with it. */
export function blockingCalls(request: SendRequest): Pick<NetworkConnection, 'setBlocked'> {
	return {
		setBlocked: (contactId, blocked) =>
			request(blocked ? 'block the contact' : 'unblock the contact', async ({ socket, identities }) => {
				const phone = phoneOfChat(contactId);
				if (phone !== null && !(await existingPhones(socket, [phone])).has(phone)) {
					throw new GatewayError('contact_not_found', `${phone} is not on WhatsApp.`);
				}
				if (blocked && (await identities.phoneOf(contactId)) === null) {
					throw new GatewayError(
						'contact_not_found',
						'WhatsApp lets a linked device block only people whose phone number it reveals. Block this person on the phone.',
					);
				}
				await socket.updateBlockStatus(contactId, blocked ? 'block' : 'unblock');
			}),
	};
}
