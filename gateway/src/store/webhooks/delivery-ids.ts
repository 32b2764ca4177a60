import { sql, type SelectQueryBuilder } from 'kysely';
import { EVENT_KINDS, type EventKind } from '../../domain/event.ts';
import type { DeliveryId, WebhookId } from '../../domain/ids.ts';
import { DELIVERY_STATUSES, type DeliveryStatus } from '../../domain/webhook.ts';
import type { Db, Schema } from '../schema.ts';

/** Which of a webhook's deliveries a list is about; what is absent does not restrict it. */
export interface DeliveryFilter {
	webhookId: WebhookId;
	status?: DeliveryStatus | undefined;
	kind?: EventKind | undefined;
	/** Only those of which an attempt is recorded; of one under way for the first time none is. */
	attempted?: boolean;
	/** Only those strictly older. */
	before?: DeliveryId | undefined;
	/** Only this one and newer ones. */
	from?: DeliveryId | undefined;
}

/**
 * A query for the ids of a webhook's newest (or oldest) deliveries. Each status and kind is read on its own, in the
 * order of their index, so that a page costs the same whatever it is restricted to and however many there are.
 */
export function deliveryIds(
	db: Db,
	filter: DeliveryFilter,
	page: { order: 'newest' | 'oldest'; limit: number },
): SelectQueryBuilder<Schema, never, { id: DeliveryId }> {
	const statuses = filter.status === undefined ? DELIVERY_STATUSES : [filter.status];
	const kinds = filter.kind === undefined ? EVENT_KINDS : [filter.kind];
	const direction = page.order === 'newest' ? 'desc' : 'asc';
	const parts = statuses.flatMap((status) =>
		kinds.map((kind) => {
			let part = db
				.selectFrom('deliveries')
				.select('deliveries.id')
				.where('webhook_id', '=', filter.webhookId)
				.where('status', '=', sql.lit(status))
				.where('kind', '=', sql.lit(kind));
			if (filter.attempted === true) {
				part = part
					.where('attempts', '>', 0)
					.where((eb) =>
						eb.exists(
							eb
								.selectFrom('delivery_attempts')
								.select('delivery_attempts.number')
								.whereRef('delivery_attempts.delivery_id', '=', 'deliveries.id'),
						),
					);
			}
			if (filter.before !== undefined) part = part.where('id', '<', filter.before);
			if (filter.from !== undefined) part = part.where('id', '>=', filter.from);
			const limited = part.orderBy('id', direction).limit(page.limit);
			return db.selectFrom(limited.as('part')).select('part.id');
		}),
	);
	const [first, ...rest] = parts;
	if (first === undefined) throw new RangeError('A list of no statuses or no kinds was asked for.');
	const all = rest.reduce((union, part) => union.unionAll(part), first);
	return db
		.selectFrom(all.as('listed'))
		.select('listed.id')
		.orderBy('listed.id', direction)
		.limit(page.limit) as unknown as SelectQueryBuilder<Schema, never, { id: DeliveryId }>;
}
