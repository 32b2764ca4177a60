import type { proto } from 'baileys';
import { describeOrder } from '../../../domain/messages/message-description.ts';
import type { Order } from '../../../domain/messages/message-details.ts';
import type { ShownContent } from './incoming-content.ts';
import { detailOrNull, moneyOf, textOrNull } from './sanitize-text.ts';

/** Largest number of items that an order may state. */
const MAX_COUNT = 1_000_000;

/** The content of an order, which has the number of its items but no items; null: it is of another kind. */
export function orderContentIn({ orderMessage }: proto.IMessage): ShownContent | null {
	if (!orderMessage) return null;
	const { itemCount, totalAmount1000, totalCurrencyCode, message } = orderMessage;
	const order: Order = { catalogId: null, items: [], total: moneyOf(totalAmount1000, totalCurrencyCode) };
	const quantity = Math.min(Math.max(itemCount ?? 0, 0), MAX_COUNT);
	const counted = { productId: '', name: detailOrNull(orderMessage.orderTitle), quantity, price: null };
	const content = describeOrder({ ...order, items: [counted] }, textOrNull(message));
	return { type: 'order', content, file: null, details: { order } };
}
