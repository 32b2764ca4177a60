import { Migrator } from 'kysely/migration';
import type { Db } from '../schema.ts';
import { baseline } from './0001-baseline/baseline.ts';
import { sealing } from './0002-sealing.ts';
import { keyInstances } from './0003-key-instances.ts';
import { users } from './0004-users.ts';
import { messageKinds } from './0005-message-kinds.ts';
import { conversations } from './0006-conversations.ts';

/** In the order in which they run. A released migration never changes. */
const MIGRATIONS = {
	'0001-baseline': baseline,
	'0002-sealing': sealing,
	'0003-key-instances': keyInstances,
	'0004-users': users,
	'0005-message-kinds': messageKinds,
	'0006-conversations': conversations,
};

/** Brings a database to the schema this version works with. Throws an error that names the migration that failed. */
export async function migrate(db: Db): Promise<void> {
	const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(MIGRATIONS) } });
	const { error, results } = await migrator.migrateToLatest();
	if (error === undefined) return;
	const failed = results?.find((result) => result.status === 'Error')?.migrationName ?? 'the first one';
	throw new Error(`The database could not be brought up to date (migration ${failed}).`, { cause: error });
}
