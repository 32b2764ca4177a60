import type { PhoneChat } from './api.ts';
import { phones, shownNumber } from './phones.ts';

/** What a phone shows for a number: another phone in hand by its name, the instance by that of the chat. */
export function nameOnPhone(number: string, chat: PhoneChat): string {
	const held = phones.value?.find((phone) => phone.number === number);
	if (held !== undefined) return held.name;
	return number === chat.phone && chat.groupId === null ? chat.name : shownNumber(number);
}
