import { inside, listIn, numberIn, textIn } from './json.ts';

/** A message without a file, as a text. */
export interface Described {
	text: string;
	/** Meta's identifier of the message it is about, where the message itself says so. */
	about?: string | null;
}

/** The text that stands for a message of a type without a file; null where there is none. */
export function describe(type: string, message: unknown): Described | null {
	const part = inside(message, type);
	switch (type) {
		case 'text':
			return texts(textIn(part, 'body'));
		case 'button':
			return texts(textIn(part, 'text'));
		case 'interactive':
			return texts(
				textIn(part, 'button_reply', 'title') ??
					textIn(part, 'list_reply', 'title') ??
					textIn(part, 'nfm_reply', 'body'),
			);
		case 'reaction':
			return { text: `[reaction] ${textIn(part, 'emoji') ?? ''}`, about: textIn(part, 'message_id') };
		case 'edit': {
			const text = textIn(part, 'message', 'text', 'body') ?? captionOf(inside(part, 'message'));
			return text === null ? null : { text: `[edited] ${text}`, about: textIn(part, 'original_message_id') };
		}
		case 'revoke':
			return {
				text: '[deleted] The sender deleted this message.',
				about: textIn(part, 'original_message_id'),
			};
		case 'location':
			return texts(locationText(part));
		case 'contacts':
			return { text: `[contacts] ${listIn(message, 'contacts').map(contactText).join('; ')}` };
		case 'order':
			return { text: orderText(part) };
		case 'system':
			return texts(textIn(part, 'body'));
		default:
			return null;
	}
}

function texts(text: string | null): Described | null {
	return text === null ? null : { text };
}

/** The new caption of a file, where that was edited. */
function captionOf(message: unknown): string | null {
	return textIn(message, textIn(message, 'type') ?? '', 'caption');
}

function locationText(location: unknown): string | null {
	const latitude = numberIn(location, 'latitude');
	const longitude = numberIn(location, 'longitude');
	if (latitude === null || longitude === null) return null;
	const place = [textIn(location, 'name'), textIn(location, 'address')].filter((one) => one !== null);
	return `[location] ${[...place, `${latitude}, ${longitude}`].join(', ')}`;
}

function contactText(contact: unknown): string {
	const phones = listIn(contact, 'phones').flatMap((one) => textIn(one, 'phone') ?? []);
	return [textIn(contact, 'name', 'formatted_name') ?? '', ...phones].join(' ').trim();
}

function orderText(order: unknown): string {
	const items = listIn(order, 'product_items').map(
		(item) => `${numberIn(item, 'quantity') ?? '?'} × ${textIn(item, 'product_retailer_id') ?? '?'}`,
	);
	return `[order] ${items.join(', ')} ${textIn(order, 'text') ?? ''}`.trimEnd();
}
