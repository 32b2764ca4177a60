import type { MessageDetails } from '../../../src/domain/messages/message-details.ts';
import type { CloudApi } from '../../support/official/cloud-api.ts';
import type { WrittenMessage } from './network-under-test.ts';

/** A part of Meta's object of a received message: its type, the field of that name, and other fields. */
export interface MetaContent {
	type: string;
	content: unknown;
	more?: Record<string, unknown>;
}

/** Returns what Meta delivers of a message that a person writes. Its file is stored at the stand-in. */
export async function metaContent(
	meta: CloudApi,
	{ text = '', details = {}, file }: WrittenMessage,
): Promise<MetaContent> {
	const more = moreOf(details);
	if (file !== undefined) {
		const part = {
			id: await meta.media(file.mimeType, file.bytes),
			mime_type: file.mimeType,
			sha256: 'x',
			...(text === '' ? {} : { caption: text }),
			...(file.type === 'audio' ? { voice: details.voice === true } : {}),
			...(file.type === 'sticker' ? { animated: false } : {}),
		};
		return { type: file.type, content: part, more };
	}
	return { ...contentOf(text, details), more };
}

function contentOf(text: string, details: MessageDetails): MetaContent {
	const { location, contacts, order, reply } = details;
	if (location !== undefined) {
		const { latitude, longitude, ...place } = location;
		const named = Object.entries(place).filter(([, value]) => typeof value === 'string');
		return { type: 'location', content: { latitude, longitude, ...Object.fromEntries(named) } };
	}
	if (contacts !== undefined) {
		const content = contacts.map(({ name, phones, emails }) => ({
			name: { formatted_name: name },
			phones: phones.map((phone) => ({ phone })),
			emails: emails.map((email) => ({ email })),
		}));
		return { type: 'contacts', content };
	}
	if (order !== undefined) {
		const items = order.items.map(({ productId, quantity, price }) => ({
			product_retailer_id: productId,
			quantity,
			item_price: price,
			currency: order.total?.currency,
		}));
		return { type: 'order', content: { catalog_id: order.catalogId, text, product_items: items } };
	}
	return reply === undefined ? { type: 'text', content: { body: text } } : tapOf(reply);
}

function tapOf({ kind, id, title, data }: NonNullable<MessageDetails['reply']>): MetaContent {
	switch (kind) {
		case 'template_button':
			return { type: 'button', content: { payload: id, text: title } };
		case 'button':
			return { type: 'interactive', content: { type: 'button_reply', button_reply: { id, title } } };
		case 'list':
			return {
				type: 'interactive',
				content: { type: 'list_reply', list_reply: { id, title, description: '' } },
			};
		case 'flow': {
			const reply = { name: 'flow', body: title, response_json: JSON.stringify(data) };
			return { type: 'interactive', content: { type: 'nfm_reply', nfm_reply: reply } };
		}
	}
}

function moreOf({ forwarded, referral }: MessageDetails): Record<string, unknown> {
	return {
		...(forwarded === true ? { context: { forwarded: true } } : {}),
		...(referral === undefined
			? {}
			: {
					referral: {
						source_type: referral.kind,
						source_id: referral.id,
						source_url: referral.url,
						headline: referral.title,
						body: referral.text,
					},
				}),
	};
}
