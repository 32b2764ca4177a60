import type { Contact } from 'baileys';
import type { ContactReport } from '../../network-event.ts';
import { isGroupJid } from '../../../domain/phone.ts';
import { sanitizeName } from '../content/sanitize-text.ts';
import type { Identities } from '../identity/identities.ts';
import { isIgnoredJid, withoutDevice } from '../identity/jid.ts';

/** What Baileys reports of a contact; null: nothing that is shown, or its id is invalid. */
export async function contactReportOf(
	identities: Identities,
	contact: Partial<Contact>,
): Promise<ContactReport | null> {
	const { id, name, notify, verifiedName, username } = contact;
	if (id === undefined || isGroupJid(id) || isIgnoredJid(id) || withoutDevice(id) === null) return null;
	const chosen = verifiedName ?? notify;
	const facts = {
		...(name ? { savedName: sanitizeName(name) } : {}),
		...(chosen ? { name: sanitizeName(chosen) } : {}),
		...(username ? { username: sanitizeName(username) } : {}),
		...(verifiedName ? { isBusiness: true } : {}),
	};
	if (Object.keys(facts).length === 0) return null;
	return {
		id: await identities.chatIdOf(id, contact.phoneNumber),
		phone: await identities.phoneOf(id, contact.phoneNumber),
		...facts,
	};
}
