import { chatIdOf, isPhone } from '../../../domain/phone.ts';
import type { ContactReport } from '../../network-event.ts';
import { boundedText, NAME_LIMIT } from '../../bounded-text.ts';
import { getPath, getString } from '../graph/json.ts';

/** Converts a contact that was saved or removed in the WhatsApp Business app; null: it is invalid. */
export function savedContact(entry: unknown): ContactReport | null {
	const contact = getPath(entry, 'contact');
	const phone = (getString(contact, 'phone_number') ?? '').replace(/^\+/, '');
	const name = getString(contact, 'full_name') ?? getString(contact, 'first_name') ?? '';
	const isRemoved = getString(entry, 'action') === 'remove';
	if (getString(entry, 'type') !== 'contact' || !isPhone(phone)) return null;
	if (!isRemoved && name === '') return null;
	return { id: chatIdOf(phone), phone, savedName: isRemoved ? null : boundedText(name, NAME_LIMIT) };
}
