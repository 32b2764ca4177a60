import { sql } from 'kysely';
import type { WebhookId } from '../../domain/ids.ts';
import { startOfSpan } from '../../domain/statistics-period.ts';
import { RESPONSE_TIME_CLASSES, responseTimeClass } from '../../domain/webhooks/response-times.ts';
import { padInList } from '../engine/chunk-in-list.ts';
import { insertInto, writeRows } from '../engine/write-rows.ts';
import type { Db, WebhookAttemptCountTable } from '../schema.ts';
import type { FinishedAttempt } from './deliveries/delivery-attempts.ts';
import { endOf } from './last-deliveries.ts';

/*
 * The attempts of each webhook are counted as they are recorded, so that a chart of a month reads some hundred rows and
 * no deliveries. Each gateway writes rows of its own, so that gateways on one database do not wait for each other's
 * commits; a query adds the rows up.
 */

/** The lengths in seconds of the spans in which attempts are counted. */
export const COUNTED_SPANS = { short: 300, long: 3600 } as const;

const TIME_COLUMNS = RESPONSE_TIME_CLASSES.map((index) => `time_${index}` as const);
type TimeColumn = (typeof TIME_COLUMNS)[number];
const NO_TIMES = Object.fromEntries(TIME_COLUMNS.map((name) => [name, 0])) as Record<TimeColumn, number>;
const TIME_TYPES = Object.fromEntries(TIME_COLUMNS.map((name) => [name, 'bigint'])) as Record<
	TimeColumn,
	'bigint'
>;

/** Counts attempts in the spans in which they ended. `writer`: see writerOf(). */
export async function countAttempts(
	db: Db,
	writer: number,
	finished: readonly FinishedAttempt[],
): Promise<void> {
	const rows = new Map<string, WebhookAttemptCountTable>();
	for (const { webhookId, end, attempt } of finished) {
		for (const seconds of Object.values(COUNTED_SPANS)) {
			const startsAt = startOfSpan(endOf({ attempt }), seconds);
			const key = `${webhookId} ${seconds} ${startsAt}`;
			const row = rows.get(key) ?? {
				webhook_id: webhookId,
				seconds,
				starts_at: startsAt,
				writer,
				succeeded: 0,
				failed: 0,
				...NO_TIMES,
			};
			row[end.status === 'success' ? 'succeeded' : 'failed'] += 1;
			if (attempt.status_code !== null) row[`time_${responseTimeClass(attempt.duration)}`] += 1;
			rows.set(key, row);
		}
	}
	// All processes write rows in the same order, so that two of them cannot deadlock.
	const sorted = [...rows].sort(([a], [b]) => (a < b ? -1 : 1));
	await writeRows(
		db,
		ADD_COUNTS,
		sorted.map(([, row]) => row),
	);
}

const ADDED = ['succeeded', 'failed', ...TIME_COLUMNS] as const;

const ADD_COUNTS = insertInto(
	'webhook_attempt_counts',
	{
		webhook_id: 'text',
		seconds: 'bigint',
		starts_at: 'bigint',
		writer: 'bigint',
		succeeded: 'bigint',
		failed: 'bigint',
		...TIME_TYPES,
	},
	`on conflict (webhook_id, seconds, starts_at, writer) do update set
		${ADDED.map((name) => `${name} = webhook_attempt_counts.${name} + excluded.${name}`).join(', ')}`,
);

/** Attempts that ended in a span of time. */
export interface AttemptCounts {
	/** Epoch milliseconds. */
	startsAt: number;
	succeeded: number;
	failed: number;
	/** How many attempts were answered, by class of their response time. */
	times: readonly number[];
}

/**
 * The attempts of a webhook since a time (epoch milliseconds), added up over intervals, oldest first; `spans` is the
 * length of the rows to read, which divides `interval`; both are seconds. Intervals without attempts are left out.
 */
export async function readAttemptCounts(
	db: Db,
	webhookId: WebhookId,
	{ since, spans, interval }: { since: number; spans: number; interval: number },
): Promise<AttemptCounts[]> {
	const startsAt = sql<number>`starts_at - starts_at % ${sql.lit(interval * 1000)}`;
	const rows = await db
		.selectFrom('webhook_attempt_counts')
		.select(startsAt.as('startsAt'))
		.select((eb) => ADDED.map((name) => eb.fn.sum<number>(name).as(name)))
		.where('webhook_id', '=', webhookId)
		.where('seconds', '=', spans)
		.where('starts_at', '>=', since)
		.groupBy(startsAt)
		.orderBy(startsAt)
		.execute();
	return rows.map((row) => ({
		startsAt: row.startsAt,
		succeeded: row.succeeded,
		failed: row.failed,
		times: TIME_COLUMNS.map((name) => row[name]),
	}));
}

/** How many attempts of webhooks succeeded in each hour of a range (epoch milliseconds, from full hours). */
export async function readSucceededByHour(
	db: Db,
	webhookIds: readonly WebhookId[],
	{ from, to }: { from: number; to: number },
): Promise<(webhookId: WebhookId, startsAt: number) => number> {
	if (webhookIds.length === 0) return () => 0;
	const rows = await db
		.selectFrom('webhook_attempt_counts')
		.select(['webhook_id', 'starts_at'])
		.select((eb) => eb.fn.sum<number>('succeeded').as('succeeded'))
		.where('webhook_id', 'in', padInList(webhookIds))
		.where('seconds', '=', COUNTED_SPANS.long)
		.where('starts_at', '>=', from)
		.where('starts_at', '<', to)
		.groupBy(['webhook_id', 'starts_at'])
		.execute();
	const counts = new Map(rows.map((row) => [`${row.webhook_id} ${row.starts_at}`, row.succeeded]));
	return (webhookId, startsAt) => counts.get(`${webhookId} ${startsAt}`) ?? 0;
}
