import type { ContactCard } from '../../../../domain/message-details.ts';

/** A contact with its card; a card that is absent is made of the name, the numbers and the addresses. */
export function contactCard({
	name,
	phones = [],
	emails = [],
	vcard,
}: Pick<ContactCard, 'name'> & Partial<ContactCard>): ContactCard {
	return { name, phones, emails, vcard: vcard ?? vcardOf({ name, phones, emails }) };
}

/** A card in the vCard format, version 3 (RFC 2426). */
function vcardOf({ name, phones, emails }: Omit<ContactCard, 'vcard'>): string {
	return [
		'BEGIN:VCARD',
		'VERSION:3.0',
		`N:${escaped(name)};;;;`,
		`FN:${escaped(name)}`,
		...phones.map((phone) => `TEL;TYPE=CELL:${escaped(phone)}`),
		...emails.map((email) => `EMAIL:${escaped(email)}`),
		'END:VCARD',
	].join('\r\n');
}

function escaped(text: string): string {
	return text.replace(/[\\,;]/g, '\\$&').replace(/\r?\n|\r/g, '\\n');
}
