import type { Contact } from 'baileys';
import type { ContactReport } from '../../driver.ts';
import { chatIdOf, isGroupJid, isPhone } from '../../../domain/phone.ts';
import { sanitizeName } from '../content/sanitize-text.ts';
import type { Device, DeviceConnection } from '../device.ts';
import type { Identities } from '../identity/identities.ts';
import { isIgnoredJid } from '../identity/jid.ts';

/** Contacts in one report. */
const BATCH_SIZE = 200;

/** Reports the contacts that a connection receives from WhatsApp and from the phone. */
export function attachContacts(device: Device, { socket, identities }: DeviceConnection): void {
	const onContacts = (contacts: readonly Partial<Contact>[]): void => {
		report(contacts).catch(() => undefined);
	};
	socket.ev.on('contacts.upsert', onContacts);
	socket.ev.on('contacts.update', onContacts);

	async function report(contacts: readonly Partial<Contact>[]): Promise<void> {
		const profiles = (
			await Promise.all(contacts.map((contact) => contactProfileOf(identities, contact)))
		).filter((profile) => profile !== null);
		for (let from = 0; from < profiles.length; from += BATCH_SIZE) {
			if (device.isClosed()) return;
			const batch = profiles.slice(from, from + BATCH_SIZE);
			await device.context.report([{ kind: 'contacts', contacts: batch }]);
		}
	}
}

/** The profile of a contact that Baileys reports; null: its name or its phone is unknown. */
export async function contactProfileOf(
	identities: Identities,
	contact: Partial<Contact>,
): Promise<ContactReport | null> {
	const { id } = contact;
	const name = contact.name ?? contact.verifiedName ?? contact.notify;
	if (id === undefined || !name || isGroupJid(id) || isIgnoredJid(id)) return null;
	const phone = await identities.phoneOf(id, contact.phoneNumber);
	if (phone === null || !isPhone(phone)) return null;
	return {
		id: chatIdOf(phone),
		phone,
		name: sanitizeName(name),
		isBusiness: contact.verifiedName !== undefined,
	};
}
