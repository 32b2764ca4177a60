import type { ContactCard } from './message-details.ts';

/*
 * Cards in the vCard format, version 3.0 (RFC 2426), as far as messages need them: a name, phone numbers and email
 * addresses.
 */

/** The contact that a card describes; `name` null: the card has none. */
export interface CardContent {
	name: string | null;
	phones: string[];
	emails: string[];
}

/** Builds the card of a contact. Texts are escaped, so that no value can add a line of its own. */
export function buildVcard({ name, phones, emails }: Omit<ContactCard, 'vcard'>): string {
	const lines = [
		'BEGIN:VCARD',
		'VERSION:3.0',
		`N:;${escapeVcardText(name)};;;`,
		`FN:${escapeVcardText(name)}`,
		...phones.map((phone) => `TEL;TYPE=CELL${accountParameter(phone)}:${escapeVcardText(phone)}`),
		...emails.map((email) => `EMAIL;TYPE=INTERNET:${escapeVcardText(email)}`),
		'END:VCARD',
	];
	return `${lines.join('\r\n')}\r\n`;
}

/** Reads the first card of a text; null: it contains none. Whatever else the card says is ignored. */
export function readVcard(text: string): CardContent | null {
	const properties = readProperties(text);
	if (properties === null) return null;
	const valuesOf = (name: string): string[] =>
		properties.flatMap((property) =>
			property.name === name && property.value !== '' ? [property.value] : [],
		);
	const [structuredName] = properties.filter(({ name }) => name === 'N').map(({ parts }) => nameOf(parts));
	return {
		name: valuesOf('FN')[0] ?? structuredName ?? null,
		phones: valuesOf('TEL'),
		emails: valuesOf('EMAIL'),
	};
}

/** A property of a card, without its parameters. */
export interface CardProperty {
	/** In upper case. */
	name: string;
	value: string;
	/** The parts of a structured value, such as the family name and the given name of `N`. */
	parts: string[];
}

/** Reads the properties of the first card of a text, in their order; null: it contains none. */
export function readProperties(text: string): CardProperty[] | null {
	const lines = text
		// A line that begins with white space continues the one before.
		.replace(/\r?\n[ \t]/g, '')
		.split(/\r\n|\r|\n/)
		.map((line) => line.trim());
	const begin = lines.findIndex((line) => /^BEGIN:VCARD$/i.test(line));
	const end = lines.findIndex((line, index) => index > begin && /^END:VCARD$/i.test(line));
	return begin === -1 || end === -1 ? null : lines.slice(begin + 1, end).flatMap(propertyOf);
}

/** A line such as `item1.TEL;TYPE=CELL:+49 151`; nothing for a line of another form. */
function propertyOf(line: string): CardProperty[] {
	const colon = line.indexOf(':');
	if (colon === -1) return [];
	const name = (line.slice(0, colon).split(';')[0] ?? '').replace(/^.*\./, '').toUpperCase();
	const raw = line.slice(colon + 1);
	return [{ name, value: unescaped(raw), parts: raw.split(/(?<!\\);/).map(unescaped) }];
}

/** The parts of a structured name in the order in which people say them; undefined: all are empty. */
function nameOf(parts: readonly string[]): string | undefined {
	const [family = '', given = '', middle = '', prefix = '', suffix = ''] = parts;
	const name = [prefix, given, middle, family, suffix].filter((part) => part !== '').join(' ');
	return name === '' ? undefined : name;
}

/**
 * WhatsApp shows the buttons for writing to a contact where the number has this parameter: the digits with the country
 * code.
 */
function accountParameter(phone: string): string {
	const digits = phone.replace(/\D/g, '');
	const isInternational = phone.trimStart().startsWith('+') || digits === phone;
	return isInternational && /^[1-9]\d{6,14}$/.test(digits) ? `;waid=${digits}` : '';
}

/** Escapes a text value, so that it can neither end its line nor add another one. */
export function escapeVcardText(text: string): string {
	return (
		text
			.replace(/[\\,;]/g, (character) => `\\${character}`)
			.replace(/\r\n|[\n\r\u2028\u2029\u0085]/g, '\\n')
			// eslint-disable-next-line no-control-regex -- these would end or break a line
			.replace(/[\u0000-\u001f\u007f]/g, ' ')
	);
}

function unescaped(text: string): string {
	return text
		.replace(/\\([nN\\,;:])/g, (_escape, character: string) =>
			character.toLowerCase() === 'n' ? '\n' : character,
		)
		.trim();
}
