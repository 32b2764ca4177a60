import { sql, type Kysely } from 'kysely';
import { textType } from './0001-baseline/text-type.ts';
import type { Step } from '../step.ts';

/**
 * Adds the records that the ledger compares: the number of an event's deliveries, the origin of messages, and the
 * acknowledgements of networks.
 */
export const ledger: Step = {
	async up(db: Kysely<unknown>): Promise<void> {
		const text = textType(db);
		await sql`alter table events add column deliveries integer`.execute(db);
		await sql`alter table messages add column origin ${text}`.execute(db);
		await sql`create table network_acknowledgements (
			id ${text} primary key,
			instance_id ${text} not null references instances (id) on delete cascade,
			network_ids ${text} not null,
			found bigint not null
		)`.execute(db);
		await sql`create index network_acknowledgements_by_instance
			on network_acknowledgements (instance_id)`.execute(db);
		await sql`create table ledger_hours (
			hour ${text} primary key,
			state ${text} not null,
			waiting bigint not null,
			counted_at bigint not null
		)`.execute(db);
		await sql`create table ledger_counts (
			instance_id ${text} not null,
			hour ${text} not null,
			figures ${text} not null,
			breaks ${text} not null,
			primary key (instance_id, hour)
		)`.execute(db);
		await sql`create index ledger_counts_by_hour on ledger_counts (hour, instance_id)`.execute(db);
	},
};
