import { sql, type RawBuilder } from 'kysely';
import type { WebhookId } from '../../../domain/ids.ts';
import type { DeliveryStatus } from '../../../domain/webhooks/webhook.ts';
import type { Db } from '../../schema.ts';

/** The queues of a webhook in the descending order of their keys. */
export interface QueuePage {
	webhookId: WebhookId;
	/** Lists only queues whose key is smaller; null: begins at the greatest key. */
	before: string | null;
	limit: number;
}

/** The open deliveries of a queue. */
export interface QueueCounts {
	key: string;
	waiting: number;
	collecting: number;
	/** When the oldest was created, in epoch milliseconds. */
	oldestAt: number;
}

/** Counts the open deliveries of the queues of a page. */
export async function countQueues(db: Db, page: QueuePage): Promise<QueueCounts[]> {
	const open = (column: RawBuilder<unknown>) => sql`(select ${column} from deliveries as open
		where open.webhook_id = ${page.webhookId} and open.ordering_key = queues.ordering_key
			and open.ordering_key is not null and open.finished_at is null)`;
	const count = (status: DeliveryStatus) => open(sql`count(case when open.status = ${status} then 1 end)`);
	const { rows } = await sql<QueueCounts>`${keysOf(page)}
		select ordering_key as "key", ${count('waiting')} as "waiting", ${count('collecting')} as "collecting",
			${open(sql`min(open.created_at)`)} as "oldestAt"
		from queues where ordering_key is not null`.execute(db);
	return rows;
}

/**
 * The queues of a page in which deliveries wait and none is pending, which no commit leaves behind; `last` is the last
 * key of the page, null where there are no more.
 */
export async function findStuckQueues(
	db: Db,
	page: QueuePage,
): Promise<{ stuck: string[]; last: string | null }> {
	const { rows } = await sql<{ key: string; stuck: number }>`${keysOf(page)}
		select ordering_key as "key", case when exists (
			select 1 from deliveries as next where next.webhook_id = ${page.webhookId}
				and next.ordering_key = queues.ordering_key and next.ordering_key is not null and next.status = 'pending'
		) or not exists (
			select 1 from deliveries as first where first.webhook_id = ${page.webhookId}
				and first.ordering_key = queues.ordering_key and first.finished_at is null and first.status = 'waiting'
		) then 0 else 1 end as "stuck"
		from queues where ordering_key is not null`.execute(db);
	return {
		stuck: rows.flatMap(({ key, stuck }) => (stuck === 1 ? key : [])),
		last: rows.length < page.limit ? null : (rows.at(-1)?.key ?? null),
	};
}

/** A recursive query, because `distinct` would read every delivery of a queue. */
function keysOf({ webhookId, before, limit }: QueuePage) {
	const last = (condition: RawBuilder<unknown>) => sql`(select max(ordering_key) from deliveries
		where webhook_id = ${webhookId} and ordering_key is not null and finished_at is null ${condition})`;
	const first = before === null ? last(sql``) : last(sql`and ordering_key < ${before}`);
	return sql`with recursive queues (ordering_key, number) as (
		select ${first}, 1
		union all
		select ${last(sql`and ordering_key < queues.ordering_key`)}, number + 1 from queues
		where queues.ordering_key is not null and number < ${limit}
	)`;
}
