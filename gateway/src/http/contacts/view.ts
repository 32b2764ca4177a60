import type * as domain from '../../domain/contact.ts';
import { chatIdOf } from '../../domain/phone.ts';
import type { ContactRow } from '../../store/chats/contacts.ts';
import type { Contact, ContactCheckItem, ContactProfile } from './schema.ts';

/** A contact as the list shows it (specification, Contact). */
export function contactView(row: ContactRow): Contact {
	return {
		phone: row.phone,
		name: row.name ?? row.phone,
		profilePicUrl: row.profile_pic_url,
		about: row.about,
		isBlocked: row.is_blocked === 1,
	};
}

export function contactCheckItem(phone: string, exists: boolean): ContactCheckItem {
	return { phone, exists, jid: exists ? chatIdOf(phone) : null };
}

/** A contact as the network has it now; what the contact keeps private is null. */
export function contactProfileView(profile: domain.ContactProfile): ContactProfile {
	return {
		phone: profile.phone,
		name: profile.name ?? profile.phone,
		about: profile.about,
		profilePicUrl: profile.profilePicUrl,
		isBusiness: profile.isBusiness,
	};
}
