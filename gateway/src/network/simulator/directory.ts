import type { ContactCard } from '../../domain/contact.ts';
import { habitOf } from './phones.ts';

/** What the simulated network knows of a phone: the same for the same number, always. Null: not on the network. */
export function personOf(phone: string): ContactCard | null {
	if (habitOf(phone) === 'absent') return null;
	return { phone, name: null, profilePicUrl: null, about: null, isBusiness: false, isBlocked: false };
}
