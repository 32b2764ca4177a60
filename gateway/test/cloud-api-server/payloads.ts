import { BUSINESS, NUMBER } from './world.ts';

type Fields = Record<string, unknown>;

const METADATA = { display_phone_number: '15550783881', phone_number_id: NUMBER };

/** Returns the payload of a webhook with one change for each value. */
export function webhook(...values: readonly Fields[]): Fields {
	const changes = values.map((value) => ({ value, field: 'messages' }));
	return { object: 'whatsapp_business_account', entry: [{ id: BUSINESS, changes }] };
}

/** Returns a value with received messages and the profile names of their senders. */
export function arrived(messages: readonly Fields[], names: Readonly<Record<string, string>> = {}): Fields {
	const senders = new Set(messages.map(({ from }) => String(from)));
	const contacts = [...senders].map((phone) => ({ profile: { name: names[phone] ?? 'Ada' }, wa_id: phone }));
	return { messaging_product: 'whatsapp', metadata: METADATA, contacts, messages };
}

/** Returns the payload of a webhook about the account, with one change. */
export function aboutAccount(field: string, value: unknown, businessId = BUSINESS): Fields {
	return { object: 'whatsapp_business_account', entry: [{ id: businessId, changes: [{ field, value }] }] };
}

/** Returns a value with received messages of a person known by BSUID, and by phone number only if it is given. */
export function arrivedFrom(
	person: { bsuid: string; name?: string; username?: string; phone?: string },
	...messages: readonly Fields[]
): Fields {
	const { bsuid, name, username, phone } = person;
	const profile = {
		...(name === undefined ? {} : { name }),
		...(username === undefined ? {} : { username }),
	};
	const contact = { profile, user_id: bsuid, ...(phone === undefined ? {} : { wa_id: phone }) };
	const received = messages.map((message) => ({ ...message, from: phone, from_user_id: bsuid }));
	return { messaging_product: 'whatsapp', metadata: METADATA, contacts: [contact], messages: received };
}

/** Returns a value with statuses of sent messages. */
export function statuses(...list: readonly Fields[]): Fields {
	return { messaging_product: 'whatsapp', metadata: METADATA, statuses: list };
}

/** Returns a received message, with the content of its type. */
export function written(id: string, type: string, content: unknown, more: Fields = {}): Fields {
	return { from: '16505551234', id, timestamp: '1769860800', type, [type]: content, ...more };
}

/** Returns a status of a message. */
export function status(id: string, name: string, more: Fields = {}): Fields {
	return { id, status: name, timestamp: '1769860801', recipient_id: '16505551234', ...more };
}

/** Returns the errors of a failed status. */
export function failedWith(code: number, title: string): Fields {
	return {
		errors: [
			{
				code,
				title,
				message: title,
				error_data: { details: `${title}.` },
				href: 'https://developers.facebook.com/docs/',
			},
		],
	};
}

/** Returns a payload about the number, with one change: what the WhatsApp Business app reports, or preferences. */
export function ofNumber(field: string, value: Fields): Fields {
	return aboutAccount(field, { messaging_product: 'whatsapp', metadata: METADATA, ...value });
}

/** Returns a payload with messages that the account's owner wrote in the WhatsApp Business app. */
export function echoes(...messages: readonly Fields[]): Fields {
	return ofNumber('smb_message_echoes', { message_echoes: messages });
}

/** Returns a message of the account's owner, with the content of its type. */
export function echoed(id: string, type: string, content: unknown, more: Fields = {}): Fields {
	return { ...written(id, type, content), from: '15550783881', to: '16505551234', ...more };
}

/** Returns a value with messages of Meta's system, which come without the names of people. */
export function systemMessages(...messages: readonly Fields[]): Fields {
	return { messaging_product: 'whatsapp', metadata: METADATA, messages };
}

/** Returns a reaction to a message; without an emoji, one that is taken back. */
export function reaction(id: string, messageId: unknown, emoji?: string, more: Fields = {}): Fields {
	return written(id, 'reaction', { message_id: messageId, ...(emoji === undefined ? {} : { emoji }) }, more);
}

/** Returns an edit of a message: its new text, or the new content of its type. */
export function edit(id: string, messageId: unknown, to: string | Fields, more: Fields = {}): Fields {
	const message = typeof to === 'string' ? { type: 'text', text: { body: to } } : to;
	return written(id, 'edit', { original_message_id: messageId, message }, more);
}

/** Returns the deletion of a message for everyone. */
export function revoke(id: string, messageId: unknown, more: Fields = {}): Fields {
	return written(id, 'revoke', { original_message_id: messageId }, more);
}
