import { getPath, getArray, getNumber, getString } from '../graph/json.ts';

/** The text of a message without a file. */
export interface Described {
	text: string;
	/** Meta's id of the message that this one refers to, if its content contains one. */
	quotedNetworkId?: string | null;
}

/** Describes a message without a file as a text; null: the type or the content is not supported. */
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
			return {
				text: `[reaction] ${getString(part, 'emoji') ?? ''}`,
				quotedNetworkId: getString(part, 'message_id'),
			};
		case 'edit': {
			const text = getString(part, 'message', 'text', 'body') ?? captionOf(getPath(part, 'message'));
			return text === null
				? null
				: { text: `[edited] ${text}`, quotedNetworkId: getString(part, 'original_message_id') };
		}
		case 'revoke':
			return {
				text: '[deleted] The sender deleted this message.',
				quotedNetworkId: getString(part, 'original_message_id'),
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

/** Returns the new caption of an edited media message. */
function captionOf(message: unknown): string | null {
	return getString(message, getString(message, 'type') ?? '', 'caption');
}

function locationText(location: unknown): string | null {
	const latitude = getNumber(location, 'latitude');
	const longitude = getNumber(location, 'longitude');
	if (latitude === null || longitude === null) return null;
	const place = [getString(location, 'name'), getString(location, 'address')].filter((part) => part !== null);
	return `[location] ${[...place, `${latitude}, ${longitude}`].join(', ')}`;
}

function contactText(contact: unknown): string {
	const phones = getArray(contact, 'phones').flatMap((phone) => getString(phone, 'phone') ?? []);
	return [getString(contact, 'name', 'formatted_name') ?? '', ...phones].join(' ').trim();
}

function orderText(order: unknown): string {
	const items = getArray(order, 'product_items').map(
		(item) => `${getNumber(item, 'quantity') ?? '?'} × ${getString(item, 'product_retailer_id') ?? '?'}`,
	);
	return `[order] ${items.join(', ')} ${getString(order, 'text') ?? ''}`.trimEnd();
}
