import { Migrator } from 'kysely/migration';
import type { Db } from '../schema.ts';
import { firstSlice } from './0001-first-slice.ts';
import { mediaContactsAudit } from './0002-media-contacts-audit.ts';
import { historyAndChatLists } from './0003-history-and-chat-lists.ts';
import { retention } from './0005-retention.ts';

const MIGRATIONS = {
	'0001-first-slice': firstSlice,
	'0002-media-contacts-audit': mediaContactsAudit,
	'0003-history-and-chat-lists': historyAndChatLists,
	'0005-retention': retention,
};

/** Brings a database to the schema this version works with; throws with the failing migration's name. */
export async function migrate(db: Db): Promise<void> {
	const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(MIGRATIONS) } });
	const { error, results } = await migrator.migrateToLatest();
	if (error !== undefined) {
		const failed = results?.find((result) => result.status === 'Error')?.migrationName ?? 'the first one';
		throw new Error(`The database could not be brought up to date (migration ${failed}).`, { cause: error });
	}
}
