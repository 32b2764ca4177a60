import { GatewayError } from '../../../../domain/error.ts';
import type { NetworkGroup } from '../../../../domain/chats/group.ts';
import { chatIdOf } from '../../../../domain/phone.ts';
import { namedInstanceOrThrow } from '../../../../instances/find-instance.ts';
import type { Db, InstanceRow, MessageRow } from '../../../../store/schema.ts';
import { isIn } from '../../groups/group-records.ts';
import type { ManualPhone } from '../../phones/manual-phone.ts';
import type { SimulatorControls } from '../../simulator.ts';
import { findPhoneMessage } from '../queries.ts';
import { deviceNotConnected } from '../receive-message.ts';
import { manualPhoneOrThrow } from './find-phone.ts';

/** The error codes with which any operation on a chat of a phone can answer. */
export const CHAT_ERRORS = [
	'invalid_phone_number',
	'contact_not_found',
	'phone_offline',
	'invalid_instance',
	'instance_disconnected',
	'group_not_found',
] as const;

/** A chat that a request names: with an instance, or a group. */
export interface ChatKey {
	instanceId: string;
	groupId?: string;
}

export interface ChatOfPhone {
	phone: ManualPhone;
	instance: InstanceRow;
	chatId: string;
	/** Null: the chat with the instance itself. */
	group: NetworkGroup | null;
}

/** The chat with an instance, or a group the phone is in. Throws contact_not_found, invalid_instance, group_not_found. */
export async function chatOrThrow(
	db: Db,
	controls: SimulatorControls,
	number: string,
	{ instanceId, groupId }: ChatKey,
): Promise<ChatOfPhone> {
	const phone = manualPhoneOrThrow(controls, number);
	const instance = await namedInstanceOrThrow(db, instanceId);
	if (groupId === undefined) return { phone, instance, chatId: chatIdOf(number), group: null };
	const group = (await controls.groupsOf(instance.id)?.any(groupId)) ?? null;
	if (group === null || !isIn(group, number)) throw notInGroup(number, groupId);
	return { phone, instance, chatId: group.id, group };
}

/**
 * A message that the phone shows in a chat of a connected instance. Throws instance_disconnected, message_not_found,
 * and the codes of chatOrThrow.
 */
export async function shownMessageOrThrow(
	db: Db,
	controls: SimulatorControls,
	{ number, messageId }: { number: string; messageId: string },
	key: ChatKey,
): Promise<ChatOfPhone & { row: MessageRow }> {
	const chat = await chatOrThrow(db, controls, number, key);
	if (controls.capabilitiesOf(chat.instance.id) === null) throw deviceNotConnected();
	const row = await findPhoneMessage(db, { instanceId: chat.instance.id, chatId: chat.chatId }, messageId);
	if (row !== undefined) return { ...chat, row };
	throw new GatewayError(
		'message_not_found',
		`The phone ${number} shows no message with this id in this chat. List them with GET /simulator/v1/phones/${number}/messages.`,
	);
}

/** Throws phone_offline for a phone that is offline. */
export function throwIfOffline({ online, number }: Pick<ManualPhone, 'online' | 'number'>): void {
	if (online) return;
	throw new GatewayError(
		'phone_offline',
		`The phone ${number} is offline. Bring it back with PUT /simulator/v1/phones/${number} and {"online": true}.`,
	);
}

/** In an announcement group only admins may write. Throws not_admin. */
export function throwIfReadOnly(group: NetworkGroup | null, number: string): void {
	if (group === null) return;
	const { name, participants, settings } = group;
	const isAdmin = participants.some((member) => member.phone === number && member.isAdmin);
	if (isAdmin || !settings.announce) return;
	throw new GatewayError(
		'not_admin',
		`Only admins may write in the group "${name}". Make this phone an admin first.`,
	);
}

function notInGroup(number: string, groupId: string): GatewayError {
	return new GatewayError(
		'group_not_found',
		`The phone ${number} is in no group ${groupId} of a connected instance. List its chats with GET /simulator/v1/phones/${number}/chats.`,
	);
}
