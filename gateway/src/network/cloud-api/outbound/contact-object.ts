import type { ContactCard } from '../../../domain/message-details.ts';

/**
 * Converts a contact card to Meta's object. Meta requires a part of the name beside the formatted name, and shows the
 * button that opens a chat only with the account (`wa_id`) of a number, which only an international number tells.
 */
export function contactObject({ name, phones, emails }: ContactCard): object {
	return {
		name: { formatted_name: name, first_name: name },
		...(phones.length === 0 ? {} : { phones: phones.map(phoneObject) }),
		...(emails.length === 0 ? {} : { emails: emails.map((email) => ({ email })) }),
	};
}

function phoneObject(phone: string): object {
	const digits = phone.replace(/[\s().-]/g, '');
	const account = /^\+([1-9]\d{6,14})$/.exec(digits)?.[1];
	return { phone, ...(account === undefined ? {} : { wa_id: account }) };
}
