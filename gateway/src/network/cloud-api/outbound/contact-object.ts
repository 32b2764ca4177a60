import type { ContactCard } from '../../../domain/messages/message-details.ts';
import { readProperties, type CardProperty } from '../../../domain/messages/vcard.ts';

/**
 * Converts a contact card to Meta's object, with the parts of its vCard besides the name, the numbers and the addresses.
 * Meta requires a part of the name beside the formatted name, and shows the button that opens a chat only with the
 * account (`wa_id`) of a number, which only an international number contains.
 */
export function contactObject({ name, phones, emails, vcard }: ContactCard): object {
	const properties = readProperties(vcard) ?? [];
	const all = (property: string): CardProperty[] => properties.filter((one) => one.name === property);
	const [organisation, title, birthday] = ['ORG', 'TITLE', 'BDAY'].map((property) => all(property)[0]);
	const org = filled({
		company: organisation?.parts[0],
		department: organisation?.parts[1],
		title: title?.value,
	});
	const urls = all('URL').flatMap(({ value }) => (value === '' ? [] : { url: value }));
	const addresses = all('ADR').map(addressObject).filter(isFilled);
	return {
		name: nameObject(name, all('N')[0]?.parts ?? []),
		...(phones.length === 0 ? {} : { phones: phones.map(phoneObject) }),
		...(emails.length === 0 ? {} : { emails: emails.map((email) => ({ email })) }),
		...(isFilled(org) ? { org } : {}),
		...(urls.length === 0 ? {} : { urls }),
		...(addresses.length === 0 ? {} : { addresses }),
		...(/^\d{4}-\d{2}-\d{2}$/.test(birthday?.value ?? '') ? { birthday: birthday?.value } : {}),
	};
}

function nameObject(
	formattedName: string,
	[family, given, middle, prefix, suffix]: readonly string[],
): object {
	const parts = filled({
		first_name: given,
		last_name: family,
		middle_name: middle,
		prefix,
		suffix,
	});
	return { formatted_name: formattedName, ...(isFilled(parts) ? parts : { first_name: formattedName }) };
}

function phoneObject(phone: string): object {
	const digits = phone.replace(/[\s().-]/g, '');
	const account = /^\+([1-9]\d{6,14})$/.exec(digits)?.[1];
	return { phone, ...(account === undefined ? {} : { wa_id: account }) };
}

function addressObject({ parts: [, , street, city, state, zip, country] }: CardProperty): object {
	return filled({ street, city, state, zip, country });
}

/** Leaves out the texts that are absent or empty. */
function filled(texts: Readonly<Record<string, string | undefined>>): Record<string, string> {
	return Object.fromEntries(
		Object.entries(texts).flatMap(([name, text]) =>
			text === undefined || text === '' ? [] : [[name, text]],
		),
	);
}

function isFilled(texts: object): boolean {
	return Object.keys(texts).length > 0;
}
