import type { NetworkGroup } from '../../../domain/chats/group.ts';
import type { MessageFailure } from '../../../domain/messages/message.ts';
import { isGroupJid } from '../../../domain/phone.ts';
import type { OutgoingMessage } from '../../network-message.ts';
import { readGroup } from '../groups/group-records.ts';
import type { Phone } from '../phones/phone.ts';
import { behaviorOf } from '../phones/behavior.ts';
import { restrictionRefusal } from '../account/restriction.ts';
import { isWindowOpen } from './reply-window.ts';

const NOT_ON_NETWORK: MessageFailure = {
	code: 'recipient_not_found',
	message: 'This phone number is not on the network.',
};
const WINDOW_CLOSED: MessageFailure = {
	code: 'reengagement_window_closed',
	message: 'The recipient has not written within the last 24 hours. Send a template instead.',
};

/** Why the network refuses a message from this phone now; null: it accepts the message. */
export async function sendRefusal(
	phone: Phone,
	message: OutgoingMessage,
	now: number,
): Promise<MessageFailure | null> {
	const { account, context } = phone;
	const restricted = await restrictionRefusal(phone, message.chatId, now);
	if (restricted !== null) return restricted;
	if (isGroupJid(message.to)) {
		const group = await readGroup(context.session, message.to);
		return account === null || group === null ? null : groupRefusal(group, account.profile.phone);
	}
	if (behaviorOf(message.to) === 'absent') return NOT_ON_NETWORK;
	const isUnrestricted = account?.method !== 'official' || message.template !== null;
	return isUnrestricted || (await isWindowOpen(context.session, message.chatId, now)) ? null : WINDOW_CLOSED;
}

/** A group accepts messages of its participants; an announcement group accepts those of its admins only. */
function groupRefusal({ name, participants, settings }: NetworkGroup, own: string): MessageFailure | null {
	const member = participants.find(({ phone }) => phone === own);
	if (member === undefined) {
		return { code: 'recipient_not_found', message: `The instance is not in the group "${name}".` };
	}
	if (member.isAdmin || !settings.announce) return null;
	return {
		code: 'recipient_blocked',
		message: `Only admins may write in the group "${name}". Ask one of them to make the instance an admin.`,
	};
}
