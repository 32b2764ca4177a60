import { formatInteger } from '../display/format.ts';
import { Icon } from '../display/icon.tsx';
import type { ShownDetails } from './shown-message.ts';

type Order = NonNullable<ShownDetails['order']>;

/** The order of a customer from a catalog. */
export function OrderView({ order: { items, total } }: { order: Order }) {
	return (
		<div class="message-card">
			<p class="message-card-title">
				<Icon name="list" />
				Order
			</p>
			{items.length > 0 && (
				<ul class="message-items">
					{items.map(({ productId, name, quantity, price }, index) => (
						<li key={index}>
							<span class="number">{formatInteger(quantity)} ×</span>
							<bdi class="grow">{name ?? productId}</bdi>
							{price !== null && <span class="number">{price.toFixed(2)}</span>}
						</li>
					))}
				</ul>
			)}
			{total !== null && (
				<p class="message-total number">
					Total: {total.amount.toFixed(2)} <bdi>{total.currency}</bdi>
				</p>
			)}
		</div>
	);
}
