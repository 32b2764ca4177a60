import { CONTACTS_LIMIT, VCARD_LIMIT, type ContactCard } from '../../../domain/messages/message-details.ts';
import { detailOrNull, sanitizeText } from './sanitize-text.ts';

/** Characters of a vCard that are read; one with a photo has some 50,000. */
const READ_LIMIT = 512 * 1024;
/** Lines of a vCard that are read: a message may have many cards, and all other work waits while they are read. */
const LINES_LIMIT = 2000;
/** Longest phone number or email address, in characters. */
const ENTRY_LIMIT = 320;

/** Properties that contain a file. */
const FILES = new Set(['PHOTO', 'LOGO', 'SOUND', 'KEY']);

/** A property of a vCard in one line, such as `item1.TEL;type=CELL;waid=4915:+49 15`. */
const PROPERTY = /^(?:[\w-]{1,40}\.)?([A-Za-z-]{1,40})(?:;[^:]*)?:(.*)$/s;

/** Reads a contact card of WhatsApp. Invalid parts are left out. */
export function contactCard({
	displayName,
	vcard,
}: {
	displayName?: string | null;
	vcard?: string | null;
}): ContactCard {
	const lines = unfolded((vcard ?? '').slice(0, READ_LIMIT)).map(propertyOf);
	const valuesOf = (wanted: string): string[] =>
		lines.flatMap(({ name, value }) =>
			name === wanted && value.trim() !== '' ? [unescaped(value.trim())] : [],
		);
	const entriesOf = (wanted: string): string[] =>
		valuesOf(wanted)
			.slice(0, CONTACTS_LIMIT)
			.map((value) => sanitizeText(value.replace(/^(?:tel|mailto):/i, ''), ENTRY_LIMIT));
	const phones = entriesOf('TEL');
	const emails = entriesOf('EMAIL');
	const name = detailOrNull(displayName) ?? detailOrNull(valuesOf('FN')[0]) ?? phones[0] ?? emails[0];
	return { name: name ?? 'Unnamed', phones, emails, vcard: boundedCard(lines) };
}

/** The lines of a vCard: a line that begins with white space continues the one before it. */
function unfolded(vcard: string): string[] {
	return vcard
		.replace(/\r?\n[ \t]/g, '')
		.split(/\r?\n/, LINES_LIMIT)
		.filter((line) => line !== '');
}

/** A line of a vCard, with the name in upper case and the value of its property; empty: it is no property. */
interface Line {
	text: string;
	name: string;
	value: string;
}

function propertyOf(text: string): Line {
	const [, name = '', value = ''] = PROPERTY.exec(text) ?? [];
	return { text, name: name.toUpperCase(), value };
}

/** The vCard; a long one without its files. */
function boundedCard(lines: readonly Line[]): string {
	const textOf = (some: readonly Line[]): string => some.map(({ text }) => text).join('\n');
	const whole = textOf(lines);
	if (whole.length <= VCARD_LIMIT) return sanitizeText(whole);
	return sanitizeText(textOf(lines.filter(({ name }) => !FILES.has(name))), VCARD_LIMIT);
}

function unescaped(value: string): string {
	return value.replace(/\\([,;:\\])/g, '$1').replace(/\\n/gi, ' ');
}
