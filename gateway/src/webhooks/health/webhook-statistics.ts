import type { WebhookId } from '../../domain/ids.ts';
import { intervalsOf, type StatisticsPeriod } from '../../domain/statistics-period.ts';
import { percentileOf, RESPONSE_TIME_CLASSES } from '../../domain/webhooks/response-times.ts';
import type { Db } from '../../store/schema.ts';
import { COUNTED_SPANS, readAttemptCounts, type AttemptCounts } from '../../store/webhooks/attempt-counts.ts';

/** Attempts that ended in a span of time; response times are estimates in milliseconds, null: there was no response. */
export interface AttemptFigures {
	succeeded: number;
	failed: number;
	responseTimeP50: number | null;
	responseTimeP95: number | null;
}

export interface WebhookStatistics extends AttemptFigures {
	/** Epoch milliseconds. */
	since: number;
	/** Seconds. */
	interval: number;
	/** Every interval of the period, oldest first, with its start in epoch milliseconds; the last one is not over. */
	intervals: (AttemptFigures & { startsAt: number })[];
}

/** Returns the attempts of a webhook over a period that ends at `now` (epoch milliseconds). */
export async function webhookStatistics(
	db: Db,
	webhookId: WebhookId,
	period: StatisticsPeriod,
	now: number,
): Promise<WebhookStatistics> {
	const { since, interval, starts } = intervalsOf(period, now);
	const spans = interval < COUNTED_SPANS.long ? COUNTED_SPANS.short : COUNTED_SPANS.long;
	const rows = await readAttemptCounts(db, webhookId, { since, spans, interval });
	const counts = new Map(rows.map((row) => [row.startsAt, row]));
	return {
		since,
		interval,
		...figuresOf(rows),
		intervals: starts.map((startsAt) => {
			const row = counts.get(startsAt);
			return { startsAt, ...figuresOf(row === undefined ? [] : [row]) };
		}),
	};
}

function figuresOf(rows: readonly AttemptCounts[]): AttemptFigures {
	const sum = (of: (row: AttemptCounts) => number): number => rows.reduce((total, row) => total + of(row), 0);
	const times = RESPONSE_TIME_CLASSES.map((index) => sum((row) => row.times[index] ?? 0));
	return {
		succeeded: sum((row) => row.succeeded),
		failed: sum((row) => row.failed),
		responseTimeP50: percentileOf(times, 0.5),
		responseTimeP95: percentileOf(times, 0.95),
	};
}
