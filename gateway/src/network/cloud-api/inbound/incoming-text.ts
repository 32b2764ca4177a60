import { getPath, getArray, getNumber, getString } from '../graph/json.ts';

/** A message without a file, as a text. */
export interface Described {
	text: string;
	/** Meta's identifier of the message it is about, where the message itself says so. */
	about?: string | null;
}

/** The text that stands for a message of a type without a file; null where there is none. */
export function describe(type: string, message: unknown): Described | null {
	const part = getPath(message, type);
	switch (type) {
		case 'text':
			return texts(getString(part, 'body'));
		case 'button':
			return texts(getString(part, 'text'));
		case 'interactive':
			return texts(
				getString(part, 'button_reply', 'title') ??
					getString(part, 'list_reply', 'title') ??
					getString(part, 'nfm_reply', 'body'),
			);
		case 'reaction':
			return { text: `[reaction] ${getString(part, 'emoji') ?? ''}`, about: getString(part, 'message_id') };
		case 'edit': {
			const text = getString(part, 'message', 'text', 'body') ?? captionOf(getPath(part, 'message'));
			return text === null
				? null
				: { text: `[edited] ${text}`, about: getString(part, 'original_message_id') };
		}
		case 'revoke':
			return {
				text: '[deleted] The sender deleted this message.',
				about: getString(part, 'original_message_id'),
			};
		case 'location':
			return texts(locationText(part));
		case 'contacts':
			return { text: `[contacts] ${getArray(message, 'contacts').map(contactText).join('; ')}` };
		case 'order':
			return { text: orderText(part) };
		case 'system':
			return texts(getString(part, 'body'));
		default:
			return null;
	}
}

function texts(text: string | null): Described | null {
	return text === null ? null : { text };
}

/** The new caption of a file, where that was edited. */
function captionOf(message: unknown): string | null {
	return getString(message, getString(message, 'type') ?? '', 'caption');
}

function locationText(location: unknown): string | null {
	const latitude = getNumber(location, 'latitude');
	const longitude = getNumber(location, 'longitude');
	if (latitude === null || longitude === null) return null;
	const place = [getString(location, 'name'), getString(location, 'address')].filter((one) => one !== null);
	return `[location] ${[...place, `${latitude}, ${longitude}`].join(', ')}`;
}

function contactText(contact: unknown): string {
	const phones = getArray(contact, 'phones').flatMap((one) => getString(one, 'phone') ?? []);
	return [getString(contact, 'name', 'formatted_name') ?? '', ...phones].join(' ').trim();
}

function orderText(order: unknown): string {
	const items = getArray(order, 'product_items').map(
		(item) => `${getNumber(item, 'quantity') ?? '?'} × ${getString(item, 'product_retailer_id') ?? '?'}`,
	);
	return `[order] ${items.join(', ')} ${getString(order, 'text') ?? ''}`.trimEnd();
}
