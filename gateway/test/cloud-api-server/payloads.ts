import { BUSINESS, NUMBER } from './world.ts';

type Fields = Record<string, unknown>;

const METADATA = { display_phone_number: '15550783881', phone_number_id: NUMBER };

/** A webhook with one change for each value, as Meta sends them. */
export function webhook(...values: readonly Fields[]): Fields {
	const changes = values.map((value) => ({ value, field: 'messages' }));
	return { object: 'whatsapp_business_account', entry: [{ id: BUSINESS, changes }] };
}

/** Messages that arrived, with the names their senders go by. */
export function arrived(messages: readonly Fields[], names: Readonly<Record<string, string>> = {}): Fields {
	const senders = new Set(messages.map(({ from }) => String(from)));
	const contacts = [...senders].map((phone) => ({ profile: { name: names[phone] ?? 'Ada' }, wa_id: phone }));
	return { messaging_product: 'whatsapp', metadata: METADATA, contacts, messages };
}

/** A webhook about the account, with one change. */
export function aboutAccount(field: string, value: unknown, businessId = BUSINESS): Fields {
	return { object: 'whatsapp_business_account', entry: [{ id: businessId, changes: [{ field, value }] }] };
}

/** Messages of somebody who shows no phone number, as Meta tells them. */
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
	const told = messages.map((message) => ({ ...message, from: phone, from_user_id: bsuid }));
	return { messaging_product: 'whatsapp', metadata: METADATA, contacts: [contact], messages: told };
}

/** What became of messages that were sent. */
export function statuses(...list: readonly Fields[]): Fields {
	return { messaging_product: 'whatsapp', metadata: METADATA, statuses: list };
}

/** A message somebody wrote, with the fields that belong to its type. */
export function written(id: string, type: string, content: unknown, more: Fields = {}): Fields {
	return { from: '16505551234', id, timestamp: '1769860800', type, [type]: content, ...more };
}

/** One status of one message. */
export function status(id: string, name: string, more: Fields = {}): Fields {
	return { id, status: name, timestamp: '1769860801', recipient_id: '16505551234', ...more };
}

/** Why a message failed, as a status tells it. */
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
