import type { PhoneChat } from '../api/types.ts';
import { phones, formatNumber } from './phones.ts';

/** What a phone with these chats shows for a number: another phone in hand, or an instance, by its name. */
export function nameOnPhone(number: string, chats: readonly PhoneChat[]): string {
	const held = phones.value?.find((phone) => phone.number === number);
	const instance = chats.find(({ phone, groupId }) => phone === number && groupId === null);
	return held?.name ?? instance?.name ?? formatNumber(number);
}
