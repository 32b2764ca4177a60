import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { engineOf } from '../engine/engine.ts';
import type { Db } from '../schema.ts';
import { firstSlice } from './0001-first-slice.ts';
import { mediaContactsAudit } from './0002-media-contacts-audit.ts';
import { historyAndChatLists } from './0003-history-and-chat-lists.ts';
import { deliveries } from './0004-deliveries.ts';
import { retention } from './0005-retention.ts';
import { processes } from './0006-processes.ts';
import { rateLimits } from './0007-rate-limits.ts';
import { chatCounts } from './0008-chat-counts.ts';
import { ownerAndPage } from './0010-owner-and-page.ts';
import { queuedByChat } from './0011-queued-by-chat.ts';
import { handOvers } from './0012-hand-overs.ts';
import { peopleWithoutNumbers } from './0013-people-without-numbers.ts';

const MIGRATIONS = {
	'0001-first-slice': firstSlice,
	'0002-media-contacts-audit': mediaContactsAudit,
	'0003-history-and-chat-lists': historyAndChatLists,
	'0004-deliveries': deliveries,
	'0005-retention': retention,
	'0006-processes': processes,
	'0007-rate-limits': rateLimits,
	'0008-chat-counts': chatCounts,
	'0010-owner-and-page': ownerAndPage,
	'0011-queued-by-chat': queuedByChat,
	'0012-hand-overs': handOvers,
	'0013-people-without-numbers': peopleWithoutNumbers,
};

/** Brings a database to the schema this version works with; throws with the failing migration's name. */
export async function migrate(db: Db): Promise<void> {
	const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(MIGRATIONS) } });
	const { error, results } = await migrator.migrateToLatest();
	if (error !== undefined) {
		const failed = results?.find((result) => result.status === 'Error')?.migrationName ?? 'the first one';
		throw new Error(`The database could not be brought up to date (migration ${failed}).`, { cause: error });
	}
	if (engineOf(db) === 'postgres') await compareTextsByBytes(db);
}

/**
 * A PostgreSQL database compares texts by the rules of a language unless told otherwise. Ids sort by time and
 * searches are ranges only where texts are compared byte by byte, as SQLite does.
 */
async function compareTextsByBytes(db: Db): Promise<void> {
	const { rows } = await sql<{ table: string; column: string }>`
		select table_name as "table", column_name as "column" from information_schema.columns
		where table_schema = current_schema() and data_type = 'text' and collation_name is distinct from 'C'
	`.execute(db);
	for (const { table, column } of rows) {
		await sql`alter table ${sql.table(table)} alter column ${sql.ref(column)} type text collate "C"`.execute(
			db,
		);
	}
}
