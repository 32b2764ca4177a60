import { sql } from 'kysely';
import type { WebhookId } from '../../domain/ids.ts';
import type { Db } from '../schema.ts';

/** The queues of a webhook in the order of their keys. */
export interface QueuePage {
	webhookId: WebhookId;
	/** Only queues whose key is greater; empty: from the first one. */
	after: string;
	limit: number;
}

/**
 * The ordering keys of a webhook's queues that have open deliveries. It reads one index entry for each, however many
 * deliveries a queue has.
 */
export async function listQueueKeys(db: Db, page: QueuePage): Promise<string[]> {
	const { rows } = await sql<{ key: string }>`${keysOf(page)}
		select ordering_key as "key" from queues where ordering_key is not null`.execute(db);
	return rows.map(({ key }) => key);
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
function keysOf({ webhookId, after, limit }: QueuePage) {
	const nextKey = (than: ReturnType<typeof sql>) => sql`(select min(ordering_key) from deliveries
		where webhook_id = ${webhookId} and ordering_key > ${than} and ordering_key is not null and finished_at is null)`;
	return sql`with recursive queues (ordering_key, number) as (
		select ${nextKey(sql`${after}`)}, 1
		union all
		select ${nextKey(sql`queues.ordering_key`)}, number + 1 from queues
		where queues.ordering_key is not null and number < ${limit}
	)`;
}
