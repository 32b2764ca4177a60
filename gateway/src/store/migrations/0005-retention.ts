import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What is needed to find rows by age and files by name, and to let one process at a time clear up. */
export const retention: Migration = {
	async up(db: Kysely<unknown>): Promise<void> {
		await db.schema
			.createTable('turns')
			.addColumn('name', 'text', (column) => column.primaryKey())
			.addColumn('until', 'bigint', (column) => column.notNull())
			.execute();
		await sql`create index messages_with_file on messages (id, media_file)
			where media_file is not null`.execute(db);
		await sql`create index messages_by_file on messages (media_file)
			where media_file is not null`.execute(db);
		await sql`create index uploads_by_file on uploads (file)`.execute(db);
		await sql`create index instance_days_by_day on instance_days (day)`.execute(db);
	},
};
