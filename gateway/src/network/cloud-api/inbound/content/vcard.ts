import { CONTACTS_LIMIT, VCARD_LIMIT } from '../../../../domain/messages/message-details.ts';
import { escapeVcardText } from '../../../../domain/messages/vcard.ts';
import { getArray, getString } from '../../graph/json.ts';
import { detailText } from './detail-text.ts';

const END = 'END:VCARD';

/**
 * Builds a vCard 3.0 from Meta's contact object. Lines that would exceed the limit of a card are left out, so that it
 * stays complete.
 */
export function vcardOf(contact: unknown, name: string): string {
	const lines = [
		'BEGIN:VCARD',
		'VERSION:3.0',
		`FN:${escapeVcardText(name)}`,
		compound(
			'N',
			contact,
			['last_name', 'first_name', 'middle_name', 'prefix', 'suffix'].map((part) => ['name', part]),
		) ?? `N:;${escapeVcardText(name)};;;`,
		compound('ORG', contact, [
			['org', 'company'],
			['org', 'department'],
		]),
		line('TITLE', detailText(contact, 'org', 'title')),
		...each(contact, 'phones', (phone) =>
			line(
				`TEL${typeOf(phone)}${accountOf(phone)}`,
				detailText(phone, 'phone') ?? detailText(phone, 'wa_id'),
			),
		),
		...each(contact, 'emails', (email) => line(`EMAIL${typeOf(email)}`, detailText(email, 'email'))),
		...each(contact, 'addresses', (address) =>
			compound(`ADR${typeOf(address)}`, address, [
				[],
				[],
				['street'],
				['city'],
				['state'],
				['zip'],
				['country'],
			]),
		),
		...each(contact, 'urls', (url) => line(`URL${typeOf(url)}`, detailText(url, 'url'))),
		line('BDAY', detailText(contact, 'birthday')),
	].filter((text) => text !== null);
	const kept: string[] = [];
	let size = END.length;
	for (const text of lines) {
		size += text.length + 2;
		if (size > VCARD_LIMIT) break;
		kept.push(text);
	}
	return [...kept, END].join('\r\n');
}

function each(contact: unknown, field: string, write: (entry: unknown) => string | null): (string | null)[] {
	return getArray(contact, field).slice(0, CONTACTS_LIMIT).map(write);
}

function line(property: string, value: string | null): string | null {
	return value === null ? null : `${property}:${escapeVcardText(value)}`;
}

/** Returns a property of several parts, each at a path; null: all parts are empty. */
function compound(property: string, value: unknown, paths: readonly (readonly string[])[]): string | null {
	const parts = paths.map((path) => (path.length === 0 ? null : detailText(value, ...path)));
	if (parts.every((part) => part === null)) return null;
	return `${property}:${parts.map((part) => escapeVcardText(part ?? '')).join(';')}`;
}

function typeOf(entry: unknown): string {
	const type = getString(entry, 'type') ?? '';
	return /^[A-Za-z-]{1,30}$/.test(type) ? `;TYPE=${type.toUpperCase()}` : '';
}

/** The parameter with which WhatsApp's own cards identify the account of a phone number. */
function accountOf(phone: unknown): string {
	const account = getString(phone, 'wa_id') ?? '';
	return /^\d{5,20}$/.test(account) ? `;waid=${account}` : '';
}
