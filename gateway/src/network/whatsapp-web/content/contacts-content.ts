import type { proto } from 'baileys';
import { describeContacts } from '../../../domain/messages/message-description.ts';
import { CONTACTS_LIMIT, type ContactCard } from '../../../domain/messages/message-details.ts';
import { contactCard } from './contact-card.ts';
import type { ShownContent } from './incoming-content.ts';
import { unsupportedContent } from './unsupported-content.ts';

/** The content of one or several contact cards; null: it is of another kind. */
export function contactsContentIn({
	contactMessage,
	contactsArrayMessage,
}: proto.IMessage): ShownContent | null {
	if (!contactMessage && !contactsArrayMessage) return null;
	const messages = contactMessage ? [contactMessage] : (contactsArrayMessage?.contacts ?? []);
	const contacts: ContactCard[] = messages.slice(0, CONTACTS_LIMIT).map(contactCard);
	if (contacts.length === 0) return unsupportedContent('unknown');
	return { type: 'contacts', content: describeContacts(contacts), file: null, details: { contacts } };
}
