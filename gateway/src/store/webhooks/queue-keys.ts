import { sql, type RawBuilder } from 'kysely';
import type { WebhookId } from '../../domain/ids.ts';
import type { Db } from '../schema.ts';

/** The queues of a webhook in the descending order of their keys. */
export interface QueuePage {
	webhookId: WebhookId;
	/** Only queues whose key is smaller; null: from the greatest one. */
	before: string | null;
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
