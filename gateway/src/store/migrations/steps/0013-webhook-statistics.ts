import { sql, type Kysely } from 'kysely';
import { textType } from './0001-baseline/text-type.ts';
import type { Step } from '../step.ts';

/** Classes of response times; see domain/webhooks/response-times.ts. */
const CLASSES = 22;

/** How many attempts of each webhook succeeded and failed, and how fast its receiver answered, by time. */
export const webhookStatistics: Step = {
	async up(db: Kysely<unknown>): Promise<void> {
		const classes = Array.from({ length: CLASSES }, (_, index) => `time_${index} integer not null`);
		await sql`create table webhook_attempt_counts (
			webhook_id ${textType(db)} not null references webhooks (id) on delete cascade,
			seconds integer not null,
			starts_at bigint not null,
			writer integer not null,
			succeeded integer not null,
			failed integer not null,
			${sql.raw(classes.join(', '))},
			primary key (webhook_id, seconds, starts_at, writer)
		)`.execute(db);
		await sql`create index webhook_attempt_counts_by_time on webhook_attempt_counts (seconds, starts_at)`.execute(
			db,
		);
	},
};
