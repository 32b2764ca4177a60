import type { USyncQuery, WASocket } from 'baileys';
import type { ContactProfile } from '../../../domain/contact.ts';
import { chatIdOf, phoneOfChat } from '../../../domain/phone.ts';
import type { Baileys } from '../baileys/baileys.ts';
import { sanitizeText } from '../content/sanitize-text.ts';
import type { DeviceConnection } from '../device.ts';
import type { Identities } from '../identity/identities.ts';
import { jidOfPhone } from '../identity/jid.ts';

/**
 * Fetches the current profile of a phone from WhatsApp; null: the phone is not on WhatsApp. Fields that the person
 * keeps private are null.
 */
export async function fetchContactProfile(
	baileys: Baileys,
	{ socket, identities }: DeviceConnection,
	contactId: string,
): Promise<ContactProfile | null> {
	const phone = phoneOfChat(contactId);
	if (phone === null) return null;
	const query = new baileys.USyncQuery().withContactProtocol().withStatusProtocol();
	query.protocols.push(BUSINESS);
	query.withUser(new baileys.USyncUser().withPhone(`+${phone}`));
	const [result] = (await socket.executeUSyncQuery(query))?.list ?? [];
	if (result?.contact !== true) return null;
	const [profilePicUrl, blocked] = await Promise.all([
		socket.profilePictureUrl(jidOfPhone(phone), 'image').catch(() => undefined),
		isBlocked(socket, identities, phone).catch(() => false),
	]);
	return {
		id: chatIdOf(phone),
		phone,
		username: null,
		savedName: null,
		name: null,
		profilePicUrl: profilePicUrl ?? null,
		about: aboutIn(result.status),
		isBusiness: result[BUSINESS.name] === true,
		isBlocked: blocked,
	};
}

/** The query protocol that tells whether a phone is a business account; Baileys has none for it. */
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

function aboutIn(status: unknown): string | null {
	const text = (status as { status?: unknown } | undefined)?.status;
	return typeof text === 'string' && text !== '' ? sanitizeText(text) : null;
}

async function isBlocked(socket: WASocket, identities: Identities, phone: string): Promise<boolean> {
	const blocked = await socket.fetchBlocklist();
	const phones = await Promise.all(
		blocked.map((jid) => (jid === undefined ? null : identities.phoneOf(jid))),
	);
	return phones.includes(phone);
}
