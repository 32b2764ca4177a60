import { displayNameOf, type ContactProfile as Profile } from '../../domain/chats/contact.ts';
import { chatIdOf } from '../../domain/phone.ts';
import { nameOfContact, type ContactRow } from '../../store/chats/contacts.ts';
import type { Contact, ContactCheckItem, ContactProfile } from './schema.ts';

/** A contact as the list shows it (specification, Contact). */
export function contactView(row: ContactRow): Contact {
	return {
		id: row.id,
		phone: row.phone,
		username: row.username,
		name: nameOfContact(row) ?? row.phone ?? row.id,
		profilePicUrl: row.profile_pic_url,
		about: row.about,
		isBlocked: row.is_blocked === 1,
	};
}

/** Whether a phone number is on the network, as the API shows it. */
export function contactCheckItem(phone: string, exists: boolean): ContactCheckItem {
	return { phone, exists, jid: exists ? chatIdOf(phone) : null };
}

/** A contact as the network has it now; private fields are null. */
export function contactProfileView(profile: Omit<Profile, 'isBlocked'>): ContactProfile {
	return {
		id: profile.id,
		phone: profile.phone,
		username: profile.username,
		name: displayNameOf(profile) ?? profile.phone ?? profile.id,
		about: profile.about,
		profilePicUrl: profile.profilePicUrl,
		isBusiness: profile.isBusiness,
	};
}
