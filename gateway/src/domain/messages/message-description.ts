import type { ContactCard, Location, Order, Poll } from './message-details.ts';

/*
 * The content of messages that have neither a text nor a file: a sentence that a person can read in a list of chats or
 * that a program can pass on.
 */

/** Such as `Location: Café Central, Herrengasse 14 (48.2104, 16.3655)`. */
export function describeLocation({ latitude, longitude, name, address, live }: Location): string {
	const place = [name, address].filter((part) => part !== null && part !== '').join(', ');
	const position = `${latitude}, ${longitude}`;
	return `${live ? 'Live location' : 'Location'}: ${place === '' ? position : `${place} (${position})`}`;
}

/** Such as `Contact: Ada Lovelace, +44 20 7946 0000`, or `Contacts: Ada Lovelace; Alan Turing`. */
export function describeContacts(contacts: readonly ContactCard[]): string {
	const [first] = contacts;
	if (first === undefined) return 'Contact';
	if (contacts.length > 1) return `Contacts: ${contacts.map(({ name }) => name).join('; ')}`;
	return `Contact: ${[first.name, ...first.phones].join(', ')}`;
}

/** Such as `Poll: Where shall we eat? Pizza / Pasta`. */
export function describePoll({ question, options }: Poll): string {
	return `Poll: ${question} ${options.join(' / ')}`.trimEnd();
}

/** Such as `Order: 3 items, 42.50 EUR`; `note` is what the customer wrote with it. */
export function describeOrder({ items, total }: Order, note: string | null): string {
	const count = items.reduce((sum, { quantity }) => sum + quantity, 0);
	const parts = [
		...(count > 0 ? [count === 1 ? '1 item' : `${count} items`] : []),
		...(total === null ? [] : [`${total.amount.toFixed(2)} ${total.currency}`]),
	];
	const order = parts.length === 0 ? 'Order' : `Order: ${parts.join(', ')}`;
	return note === null || note === '' ? order : `${order}. ${note}`;
}
