import type { Contact, USyncQuery, WASocket } from 'baileys';
import type { ContactProfile } from '../../domain/contact.ts';
import { isGroupJid, isPhone } from '../../domain/phone.ts';
import type { Baileys } from './baileys/baileys.ts';
import type { Device, OpenLink } from './device.ts';
import { isNoChat, jidOfPhone, userOf, type Identities } from './session/identities.ts';
import { cleaned, cleanedName } from './content/bounded-text.ts';

/** Numbers asked for at once. */
const AT_ONCE = 100;

/** The phones among these that are on WhatsApp. */
export async function existingPhones(
	socket: WASocket,
	phones: readonly string[],
): Promise<ReadonlySet<string>> {
	const existing = new Set<string>();
	for (let from = 0; from < phones.length; from += AT_ONCE) {
		const asked = phones.slice(from, from + AT_ONCE);
		const found = (await socket.onWhatsApp(...asked.map(jidOfPhone))) ?? [];
		const users = found.flatMap(({ jid, exists }) => (exists ? userOf(jid) : []));
		for (const phone of asked) if (users.includes(phone)) existing.add(phone);
		// Some countries write a number in two ways, and WhatsApp answers with the one it goes by.
		const rest = users.filter((user) => !asked.includes(user));
		if (rest.length > 0)
			for (const phone of await underOtherNames(socket, asked, existing)) existing.add(phone);
	}
	return existing;
}

async function underOtherNames(
	socket: WASocket,
	asked: readonly string[],
	existing: ReadonlySet<string>,
): Promise<string[]> {
	const found: string[] = [];
	for (const phone of asked) {
		if (existing.has(phone)) continue;
		const [answer] = (await socket.onWhatsApp(jidOfPhone(phone))) ?? [];
		if (answer?.exists === true) found.push(phone);
	}
	return found;
}

/** What WhatsApp shows of a phone now, or null when it is not on WhatsApp; what it keeps private is null. */
export async function contactCard(
	baileys: Baileys,
	{ socket, identities }: OpenLink,
	phone: string,
): Promise<ContactProfile | null> {
	const query = new baileys.USyncQuery().withContactProtocol().withStatusProtocol();
	query.protocols.push(BUSINESS);
	query.withUser(new baileys.USyncUser().withPhone(`+${phone}`));
	const [told] = (await socket.executeUSyncQuery(query))?.list ?? [];
	if (told?.contact !== true) return null;
	const [profilePicUrl, blocked] = await Promise.all([
		socket.profilePictureUrl(jidOfPhone(phone), 'image').catch(() => undefined),
		isBlocked(socket, identities, phone).catch(() => false),
	]);
	return {
		phone,
		name: null,
		profilePicUrl: profilePicUrl ?? null,
		about: aboutIn(told.status),
		isBusiness: told[BUSINESS.name] === true,
		isBlocked: blocked,
	};
}

/** Asks whether a phone is that of a business; Baileys does not. */
const BUSINESS: USyncQuery['protocols'][number] = {
	name: 'business',
	getQueryElement: () => ({
		tag: 'business',
		attrs: {},
		content: [{ tag: 'verified_name', attrs: {} }],
	}),
	getUserElement: () => null,
	parser: () => true,
};

function aboutIn(told: unknown): string | null {
	const text = (told as { status?: unknown } | undefined)?.status;
	return typeof text === 'string' && text !== '' ? cleaned(text) : null;
}

async function isBlocked(socket: WASocket, identities: Identities, phone: string): Promise<boolean> {
	const blocked = await socket.fetchBlocklist();
	const phones = await Promise.all(
		blocked.map((jid) => (jid === undefined ? null : identities.phoneOf(jid))),
	);
	return phones.includes(phone);
}

/** Contacts reported at once. */
const BATCH = 200;

/** Reports the contacts that WhatsApp and the phone tell of, as they come. */
export function attachContacts(device: Device, { socket, identities }: OpenLink): void {
	const take = (contacts: readonly Partial<Contact>[]): void => {
		report(contacts).catch(() => undefined);
	};
	socket.ev.on('contacts.upsert', take);
	socket.ev.on('contacts.update', take);

	async function report(contacts: readonly Partial<Contact>[]): Promise<void> {
		const cards = (await Promise.all(contacts.map((one) => cardOf(identities, one)))).filter(
			(card) => card !== null,
		);
		for (let from = 0; from < cards.length; from += BATCH) {
			if (device.isOver()) return;
			await device.host.report([{ kind: 'contacts', contacts: cards.slice(from, from + BATCH) }]);
		}
	}
}

/** The card of a contact that something was told of; null where there is no name in it, or no phone. */
export async function cardOf(
	identities: Identities,
	contact: Partial<Contact>,
): Promise<ContactProfile | null> {
	const { id } = contact;
	const name = contact.name ?? contact.verifiedName ?? contact.notify;
	if (id === undefined || !name || isGroupJid(id) || isNoChat(id)) return null;
	const phone = await identities.phoneOf(id, contact.phoneNumber);
	if (phone === null || !isPhone(phone)) return null;
	return {
		phone,
		name: cleanedName(name),
		profilePicUrl: null,
		about: null,
		isBusiness: contact.verifiedName !== undefined,
		isBlocked: false,
	};
}
