import { describeContacts } from '../../../../domain/messages/message-description.ts';
import {
	CONTACTS_LIMIT,
	VCARD_LIMIT,
	type ContactCard,
} from '../../../../domain/messages/message-details.ts';
import { boundedText } from '../../../bounded-text.ts';
import { getArray, getString } from '../../graph/json.ts';
import { detailText } from './detail-text.ts';
import type { IncomingContent } from './incoming-content.ts';
import { vcardOf } from './vcard.ts';

/** Reads a message with contact cards; null: it has none. */
export function contactsContent(part: unknown): IncomingContent | null {
	if (!Array.isArray(part)) return null;
	const contacts = part
		.filter((contact: unknown) => typeof contact === 'object' && contact !== null)
		.slice(0, CONTACTS_LIMIT)
		.map(cardOf);
	if (contacts.length === 0) return null;
	return { type: 'contacts', content: describeContacts(contacts), details: { contacts } };
}

function cardOf(contact: unknown): ContactCard {
	const parts = ['first_name', 'last_name'].map((name) => detailText(contact, 'name', name));
	const composed = parts.filter((part) => part !== null).join(' ');
	const name =
		detailText(contact, 'name', 'formatted_name') ??
		(composed === '' ? detailText(contact, 'org', 'company') : composed) ??
		'Unnamed contact';
	const phones = getArray(contact, 'phones').slice(0, CONTACTS_LIMIT);
	const emails = getArray(contact, 'emails').slice(0, CONTACTS_LIMIT);
	return {
		name,
		phones: phones.flatMap((phone) => detailText(phone, 'phone') ?? detailText(phone, 'wa_id') ?? []),
		emails: emails.flatMap((email) => detailText(email, 'email') ?? []),
		vcard: givenCard(contact) ?? vcardOf(contact, name),
	};
}

/** The card that Meta sends where a person answered a request for the phone number. */
function givenCard(contact: unknown): string | null {
	const vcard = getString(contact, 'vcard') ?? '';
	return /^BEGIN:VCARD/i.test(vcard) && vcard.length <= VCARD_LIMIT ? boundedText(vcard, VCARD_LIMIT) : null;
}
