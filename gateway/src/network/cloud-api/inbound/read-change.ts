import { chatIdOf } from '../../../domain/phone.ts';
import type { ContactReport, NetworkNotice } from '../../network-event.ts';
import { getArray, getString } from '../graph/json.ts';
import type { Account } from '../session/account.ts';
import type { Arrival } from './arrival.ts';
import { ID_LIMIT } from './bounded-details.ts';
import { isChange, toChange } from './incoming-change.ts';
import { toEcho, toMessage } from './incoming-message.ts';
import { createNotice, toNotices } from './notices.ts';
import type { Change } from './payload.ts';
import { recipientOf, senderOf } from './person.ts';
import { changedPersonIds, statusPersonIds, systemNotice, systemPersonIds } from './person-changes.ts';
import { savedContact } from './saved-contact.ts';

/** A part of a change object of Meta's, converted. */
export interface ReadPart {
	arrival?: Arrival;
	notice?: NetworkNotice;
	contact?: ContactReport;
	/** Ids of one person. */
	ids?: readonly string[];
}

/** Converts a change object, except the statuses of sent messages. Nothing of it is left out without a notice. */
export function readChange(change: Change, account: Account, now: number): ReadPart[] {
	switch (change.field) {
		case 'messages':
			return [
				...toNotices(change).map((notice) => ({ notice })),
				...change.messages.map((message) => readMessage(message, change, now)),
				...change.statuses.map((status) => ({ ids: statusPersonIds(status) })),
			];
		case 'smb_message_echoes': {
			const echoes = getArray(change.value, 'message_echoes');
			if (echoes.length === 0) break;
			return echoes.map((echo) => readEcho(echo, change, account, now));
		}
		case 'smb_app_state_sync': {
			const entries = getArray(change.value, 'state_sync');
			if (entries.length === 0) break;
			return entries.map((entry) => {
				const contact = savedContact(entry);
				return contact === null ? unreadable('an entry of the contacts', entry) : { contact };
			});
		}
	}
	return [
		...toNotices(change).map((notice) => ({ notice })),
		...changedPersonIds(change).map((ids) => ({ ids })),
	];
}

function readMessage(message: unknown, { contacts }: Change, now: number): ReadPart {
	if (getString(message, 'group_id') !== null) {
		const text = 'A message was written in a group of the official API. Such groups are not recorded.';
		return { notice: createNotice('group_message', message, text) };
	}
	if (getString(message, 'type') === 'system') {
		return { notice: systemNotice(message), ids: systemPersonIds(message) };
	}
	const networkId = networkIdOf(message);
	const sender = senderOf(message, contacts);
	if (networkId === null || sender === null)
		return unreadable('a message without its id or its sender', message);
	const { ids, chatId, phone, name } = sender;
	if (!isChange(message)) return { arrival: toMessage(message, networkId, sender, now), ids };
	const actor = { senderId: chatId, from: phone, isFromMe: false, contactName: name };
	const arrival = toChange(message, networkId, { actor, chatId }, now);
	return arrival === null
		? unreadable('a change of a message that cannot be read', message)
		: { arrival, ids };
}

function readEcho(echo: unknown, { contacts }: Change, { profile }: Account, now: number): ReadPart {
	if (getString(echo, 'group_id') !== null) {
		const text =
			'A message was written in a group in the WhatsApp Business app. Such groups are not recorded.';
		return { notice: createNotice('group_message', echo, text) };
	}
	const networkId = networkIdOf(echo);
	const recipient = recipientOf(echo, contacts);
	if (networkId === null || recipient === null) {
		return unreadable('a message of the WhatsApp Business app without its id or its recipient', echo);
	}
	const { ids, chatId } = recipient;
	if (!isChange(echo)) return { arrival: toEcho(echo, networkId, recipient, now), ids };
	const actor = { senderId: chatIdOf(profile.phone), from: profile.phone, isFromMe: true, contactName: null };
	const arrival = toChange(echo, networkId, { actor, chatId }, now);
	return arrival === null ? unreadable('a change of a message that cannot be read', echo) : { arrival, ids };
}

function networkIdOf(message: unknown): string | null {
	const networkId = getString(message, 'id') ?? '';
	return networkId === '' || networkId.length > ID_LIMIT ? null : networkId;
}

/** `what` follows "Meta sent" in the text of the notice. */
function unreadable(what: string, part: unknown): ReadPart {
	return { notice: createNotice('unreadable_message', part, `Meta sent ${what}.`) };
}
