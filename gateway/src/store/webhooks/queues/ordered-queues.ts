import type { WebhookId } from '../../../domain/ids.ts';
import { rowsStatement, writeRows, writeRowsReturning } from '../../engine/write-rows.ts';
import type { Db } from '../../schema.ts';
import { queueKeyText, type QueueKey } from './queue-locks.ts';

/*
 * Of the open deliveries of a queue, the one with the smallest position is pending, and the others wait. A delivery
 * whose attempt is under way is left alone until its outcome: it stays the only pending one, even where an earlier one
 * becomes open again meanwhile.
 */

/** The messages that are being collected in a queue. */
export interface Burst {
	/** Epoch milliseconds. */
	startedAt: number;
	endsAt: number;
	messages: number;
	bytes: number;
}

/** The state of a queue. */
export interface QueueState {
	/** The largest position of its open deliveries; null: none is open. */
	lastPosition: number | null;
	burst: Burst | null;
}

const QUEUE_COLUMNS = { webhookId: 'text', orderingKey: 'text' } as const;
const QUEUES = 'with queues (webhook_id, ordering_key) as (';
const OF_QUEUE = (name: string) =>
	`${name}.webhook_id = queues.webhook_id and ${name}.ordering_key = queues.ordering_key`;
/** The first open delivery of a queue. Collected messages have no place in the order before their burst ends. */
const FIRST = (column: string) => `(select first.${column} from deliveries as first
	where ${OF_QUEUE('first')} and first.finished_at is null and first.status in ('pending', 'waiting')
	order by first.position limit 1)`;

const READ = rowsStatement(QUEUE_COLUMNS, {
	before: QUEUES,
	after: `) select queues.webhook_id as "webhookId", queues.ordering_key as "orderingKey",
			(select max(latest.position) from deliveries as latest
				where ${OF_QUEUE('latest')} and latest.finished_at is null) as "lastPosition",
			bursts.started_at as "startedAt", bursts.ends_at as "endsAt", bursts.messages, bursts.bytes
		from queues left join delivery_bursts as bursts on ${OF_QUEUE('bursts')}`,
});

type ReadRow = QueueKey & Pick<QueueState, 'lastPosition'> & { [Name in keyof Burst]: number | null };

/** Reads queues, which the caller has locked; by queueKeyText(). */
export async function readQueues(db: Db, keys: readonly QueueKey[]): Promise<Map<string, QueueState>> {
	const rows = await writeRowsReturning<ReadRow>(db, READ, keys.map(rowOf));
	return new Map(
		rows.map(({ lastPosition, startedAt, endsAt, messages, bytes, ...key }) => {
			const isCollecting = startedAt !== null && endsAt !== null && messages !== null && bytes !== null;
			const burst = isCollecting ? { startedAt, endsAt, messages, bytes } : null;
			return [queueKeyText(key), { lastPosition, burst }];
		}),
	);
}

/**
 * Returns the position of a delivery at the end of a queue. Positions are microseconds, so that they also increase
 * where nothing of the queue is open any more.
 */
export function nextPosition({ lastPosition }: QueueState, at: number): number {
	return Math.max((lastPosition ?? 0) + 1, at * 1000);
}

const DEMOTE = rowsStatement(QUEUE_COLUMNS, {
	before: QUEUES,
	after: `), late (id) as materialized (
			select next.id from queues join deliveries as next on ${OF_QUEUE('next')}
			where next.ordering_key is not null and next.status = 'pending' and next.claim_token is null
				and next.position > ${FIRST('position')}
		)
		update deliveries set status = 'waiting' from late
		where deliveries.id = late.id and deliveries.status = 'pending' and deliveries.claim_token is null`,
});

const PROMOTE = rowsStatement(QUEUE_COLUMNS, {
	before: QUEUES,
	after: `), heads (id) as materialized (
			select ${FIRST('id')} from queues where not exists (
				select 1 from deliveries as next
				where ${OF_QUEUE('next')} and next.ordering_key is not null and next.status = 'pending'
			)
		)
		update deliveries set status = 'pending' from heads
		where deliveries.id = heads.id and deliveries.status = 'waiting'
		returning webhook_id as "webhookId", attempts`,
});

/** A delivery that became the next of its queue. */
export interface Promoted {
	webhookId: WebhookId;
	/** Attempts started so far. */
	attempts: number;
}

/**
 * Makes the first open delivery of each queue the next one, and the others wait. The caller has locked the queues.
 * A delivery that waits keeps its attempts and its due time.
 */
export async function advanceQueues(db: Db, keys: readonly QueueKey[]): Promise<Promoted[]> {
	const rows = keys.map(rowOf);
	await writeRows(db, DEMOTE, rows);
	return writeRowsReturning<Promoted>(db, PROMOTE, rows);
}

function rowOf({ webhookId, orderingKey }: QueueKey) {
	return { webhookId, orderingKey };
}

/** Takes up to `limit` deliveries that wait out of their queues, so that they are due; returns how many. */
export async function releaseWaitingDeliveries(db: Db, webhookId: WebhookId, limit: number): Promise<number> {
	const result = await db
		.updateTable('deliveries')
		.set({ status: 'pending', ordering_key: null, position: null })
		.where('id', 'in', (eb) =>
			eb
				.selectFrom('deliveries')
				.select('id')
				.where('webhook_id', '=', webhookId)
				.where('status', '=', 'waiting')
				.orderBy('id')
				.limit(limit),
		)
		.where('status', '=', 'waiting')
		.executeTakeFirst();
	return Number(result.numUpdatedRows);
}
