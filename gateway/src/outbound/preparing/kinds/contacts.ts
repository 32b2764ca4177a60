import {
	CONTACTS_LIMIT,
	DETAIL_TEXT_LIMIT,
	type ContactCard,
} from '../../../domain/messages/message-details.ts';
import { buildVcard, readVcard } from '../../../domain/messages/vcard.ts';
import { invalidParameters } from '../../../domain/invalid-parameters.ts';

/** A contact in a send request: a name with numbers or addresses, or a card. */
export interface ContactFields {
	name?: string;
	phones?: readonly string[];
	emails?: readonly string[];
	vcard?: string;
}

/** The contacts of a message to send, each with a card. Throws invalid_parameters. */
export function contactsOf(contacts: readonly ContactFields[]): ContactCard[] {
	return contacts.map((contact, index) => contactOf(contact, `contacts.${index}`));
}

/** Builds the card where the request has none; reads what the request leaves out from its card. */
function contactOf({ name, phones, emails, vcard }: ContactFields, at: string): ContactCard {
	if (vcard === undefined) {
		const contact = {
			name: nameOf(name, at),
			phones: [...(phones ?? [])],
			emails: [...(emails ?? [])],
		};
		if (contact.phones.length + contact.emails.length === 0) {
			throw invalidParameters(`"${at}" must have at least one of "phones" and "emails", or a "vcard"`);
		}
		return { ...contact, vcard: buildVcard(contact) };
	}
	const card = readVcard(vcard);
	if (card === null) {
		throw invalidParameters(
			`"${at}.vcard" must be a card in the vCard format, from BEGIN:VCARD to END:VCARD`,
		);
	}
	return {
		name: nameOf(name ?? card.name?.slice(0, DETAIL_TEXT_LIMIT).toWellFormed(), at),
		phones: [...(phones ?? bounded(card.phones))],
		emails: [...(emails ?? bounded(card.emails))],
		vcard,
	};
}

function nameOf(name: string | undefined, at: string): string {
	const readable = (name ?? '').replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
	if (readable === '') throw invalidParameters(`"${at}.name" is required, and must not be blank`);
	return readable;
}

function bounded(values: readonly string[]): string[] {
	return values.slice(0, CONTACTS_LIMIT).map((value) => value.slice(0, DETAIL_TEXT_LIMIT).toWellFormed());
}
