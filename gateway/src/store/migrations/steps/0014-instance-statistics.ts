import { sql, type Kysely } from 'kysely';
import { textType } from './0001-baseline/text-type.ts';
import type { Step } from '../step.ts';

/** How many messages each instance sent and received, and how many failed, in five minutes. */
export const instanceStatistics: Step = {
	async up(db: Kysely<unknown>): Promise<void> {
		await sql`create table instance_recent_counts (
			instance_id ${textType(db)} not null references instances (id) on delete cascade,
			starts_at bigint not null,
			sent integer not null,
			received integer not null,
			failed integer not null,
			primary key (instance_id, starts_at)
		)`.execute(db);
		await sql`create index instance_recent_counts_by_time on instance_recent_counts (starts_at)`.execute(db);
	},
};
