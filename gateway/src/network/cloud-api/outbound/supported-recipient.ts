import { isGroupJid, isPhone, phoneOfChat } from '../../../domain/phone.ts';
import { PermanentSendError } from '../../permanent-send-error.ts';
import { isBsuidChatId } from '../bsuid.ts';

/** Throws PermanentSendError for a recipient, a phone number or the id of a chat, that Meta cannot reach. */
export function assertSupportedRecipient(to: string): void {
	if (isGroupJid(to)) {
		throw new PermanentSendError({
			code: 'recipient_not_found',
			message: 'The official API does not write to groups. Send from an instance connected by QR code.',
		});
	}
	if (!isPhone(to) && phoneOfChat(to) === null && !isBsuidChatId(to)) {
		throw new PermanentSendError({
			code: 'recipient_not_found',
			message:
				'Only the instance connected by QR code that this recipient wrote to can reach it. Send from that instance, or to a phone number.',
		});
	}
}
