import { sql, type SelectQueryBuilder } from 'kysely';
import { EVENT_KINDS, type EventKind } from '../../domain/event.ts';
import type { DeliveryId, WebhookId } from '../../domain/ids.ts';
import { DELIVERY_STATUSES, type DeliveryStatus } from '../../domain/webhook.ts';
import type { Db, Schema } from '../schema.ts';

/** Restricts a list of a webhook's deliveries; an absent property does not restrict it. */
export interface DeliveryFilter {
	webhookId: WebhookId;
	status?: DeliveryStatus | undefined;
	kind?: EventKind | undefined;
	/** Only deliveries with a recorded attempt; a running attempt is not recorded yet. */
	attempted?: boolean;
	/** Only deliveries older than this one. */
	before?: DeliveryId | undefined;
	/** Only this delivery and newer ones. */
	from?: DeliveryId | undefined;
}

/**
 * A query for the ids of a webhook's newest (or oldest) deliveries. It reads each status and kind separately, in the
 * order of their index, so that the cost of a page depends neither on the filter nor on the number of deliveries.
 * Throws RangeError where the filter allows no status or no kind.
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
	if (first === undefined)
		throw new RangeError('A list of deliveries needs at least one status and one kind.');
	const all = rest.reduce((union, part) => union.unionAll(part), first);
	return db
		.selectFrom(all.as('listed'))
		.select('listed.id')
		.orderBy('listed.id', direction)
		.limit(page.limit) as unknown as SelectQueryBuilder<Schema, never, { id: DeliveryId }>;
}
