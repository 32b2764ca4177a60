import type { PhoneChat } from '../../api/types.ts';
import { phones, formatNumber } from '../phones.ts';

/**
 * Returns the name that a phone with these chats shows for a number: of another phone, of an instance, or the number
 * itself.
 */
export function nameOnPhone(number: string, chats: readonly PhoneChat[]): string {
	const held = phones.value?.find((phone) => phone.number === number);
	const instance = chats.find(({ phone, groupId }) => phone === number && groupId === null);
	return held?.name ?? instance?.name ?? formatNumber(number);
}
