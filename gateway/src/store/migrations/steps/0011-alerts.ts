import { sql, type Kysely } from 'kysely';
import { engineOf } from '../../engine/engine.ts';
import type { Db } from '../../schema.ts';
import { textType } from './0001-baseline/text-type.ts';
import type { Step } from '../step.ts';

/** Alerts with the mails that tell of them, and when instances connected and disconnected. */
export const alerts: Step = {
	async up(db: Kysely<unknown>): Promise<void> {
		const text = textType(db);
		const number =
			engineOf(db as Db) === 'postgres'
				? sql`bigint generated always as identity primary key`
				: sql`integer primary key`;
		await sql`create table alerts (
			id ${text} primary key,
			kind ${text} not null,
			subject ${text} not null,
			instance_id ${text},
			webhook_id ${text},
			message ${text} not null,
			advice ${text} not null,
			since bigint not null,
			seen_at bigint not null,
			cleared_at bigint,
			resolved_at bigint,
			recurrences integer not null default 0,
			notified_at bigint,
			acknowledged_at bigint,
			acknowledged_by ${text},
			muted_until bigint
		)`.execute(db);
		await sql`create unique index alerts_open on alerts (kind, subject) where resolved_at is null`.execute(
			db,
		);
		await sql`create index alerts_by_subject on alerts (kind, subject, id)`.execute(db);
		await sql`create index alerts_resolved on alerts (resolved_at, id) where resolved_at is not null`.execute(
			db,
		);
		await sql`create table alert_notices (
			id ${text} primary key,
			alert_id ${text} not null references alerts (id) on delete cascade,
			kind ${text} not null,
			attempts integer not null default 0,
			due_at bigint,
			finished_at bigint,
			status ${text} not null default 'pending',
			error ${text}
		)`.execute(db);
		await sql`create index alert_notices_due on alert_notices (due_at) where due_at is not null`.execute(db);
		await sql`create index alert_notices_by_alert on alert_notices (alert_id, id)`.execute(db);
		await sql`create index alert_notices_finished on alert_notices (finished_at, id)
			where finished_at is not null`.execute(db);

		await sql`create table instance_status_changes (
			number ${number},
			instance_id ${text} not null references instances (id) on delete cascade,
			at bigint not null,
			status ${text} not null,
			reason ${text}
		)`.execute(db);
		await sql`create index instance_status_changes_by_time on instance_status_changes
			(instance_id, at, number)`.execute(db);
		await sql`create index instance_status_changes_old on instance_status_changes (at)`.execute(db);
	},
};
