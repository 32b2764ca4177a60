import { describeOrder } from '../../../../domain/messages/message-description.ts';
import { ORDER_ITEMS_LIMIT, type Order } from '../../../../domain/messages/message-details.ts';
import { getNumber, getPath, getString } from '../../graph/json.ts';
import { detailText } from './detail-text.ts';
import type { IncomingContent } from './incoming-content.ts';

/** The largest plausible quantity and price. */
const NUMBER_LIMIT = 1e9;

/** Reads an order; null: it is invalid. */
export function orderContent(part: unknown): IncomingContent | null {
	const products = getPath(part, 'product_items');
	if (!Array.isArray(products)) return null;
	const order: Order = {
		catalogId: detailText(part, 'catalog_id'),
		items: products.slice(0, ORDER_ITEMS_LIMIT).flatMap((product: unknown) => {
			const productId = detailText(product, 'product_retailer_id');
			const quantity = amountAt(product, 'quantity');
			if (productId === null || quantity === null) return [];
			return [{ productId, name: null, quantity, price: amountAt(product, 'item_price') }];
		}),
		total: totalOf(products),
	};
	return {
		type: 'order',
		content: describeOrder(order, getString(part, 'text')),
		details: { order },
	};
}

/** Returns the sum of all items; null: a price is missing, or the items have several currencies. */
function totalOf(products: readonly unknown[]): Order['total'] {
	const currency = getString(products[0], 'currency') ?? '';
	if (!/^[A-Z]{3}$/.test(currency)) return null;
	let amount = 0;
	for (const product of products) {
		const quantity = amountAt(product, 'quantity');
		const price = amountAt(product, 'item_price');
		if (quantity === null || price === null || getString(product, 'currency') !== currency) return null;
		amount += quantity * price;
	}
	// Sums of decimal fractions are not exact; no currency has more than three decimals.
	return { amount: Math.round(amount * 1000) / 1000, currency };
}

function amountAt(product: unknown, name: string): number | null {
	const amount = getNumber(product, name);
	return amount !== null && amount >= 0 && amount <= NUMBER_LIMIT ? amount : null;
}
