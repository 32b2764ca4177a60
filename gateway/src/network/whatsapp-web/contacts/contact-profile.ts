import type { USyncQuery } from 'baileys';
import type { ContactProfile } from '../../../domain/chats/contact.ts';
import { phoneOfChat } from '../../../domain/phone.ts';
import { sanitizeText } from '../content/sanitize-text.ts';
import type { Device, DeviceConnection } from '../device.ts';
import { isLid } from '../identity/jid.ts';
import { fetchPicture } from './fetch-picture.ts';

/**
 * Fetches the current profile of a person from WhatsApp, by the id of the chat with them; null: nobody has it. Fields
 * that the person keeps private are null. Throws where WhatsApp does not answer the query for the picture: without it,
 * the person would seem to have none.
 */
export async function fetchContactProfile(
	{ baileys, clock }: Pick<Device, 'baileys' | 'clock'>,
	{ socket }: DeviceConnection,
	contactId: string,
): Promise<Omit<ContactProfile, 'isBlocked'> | null> {
	const phone = phoneOfChat(contactId);
	if (phone === null && !isLid(contactId)) return null;
	const query = new baileys.USyncQuery().withStatusProtocol();
	query.protocols.push(BUSINESS);
	const user = new baileys.USyncUser();
	if (phone === null) query.withUser(user.withId(contactId));
	else query.withContactProtocol().withUser(user.withPhone(`+${phone}`));
	const [result] = (await socket.executeUSyncQuery(query))?.list ?? [];
	if (result === undefined || (phone !== null && result.contact !== true)) return null;
	const profilePicUrl = await fetchPicture(socket, contactId, { clock });
	return {
		id: contactId,
		phone,
		username: null,
		savedName: null,
		name: null,
		profilePicUrl,
		about: aboutIn(result.status),
		isBusiness: result[BUSINESS.name] === true,
	};
}

/** The query protocol that returns whether a phone is a business account; Baileys has none for it. */
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
