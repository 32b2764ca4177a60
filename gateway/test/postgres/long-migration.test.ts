import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { openStore, type Store } from '../../src/store/store.ts';
import { systemClock } from '../../src/runtime/system.ts';
import { temporaryFolder } from '../support/data-folder.ts';
import { databaseEnvironment, runSql } from '../support/database.ts';
import { undoPeopleWithoutNumbers } from '../support/older-tables.ts';
import { until } from '../support/until.ts';

describe('a migration that takes longer than a statement may', () => {
	let folder: string;
	let remove: () => Promise<void>;
	let url: string;
	let opened: Promise<Store> | undefined;

	const open = (parameters = '') =>
		openStore({ dataFolder: folder, databaseUrl: `${url}${parameters}` }, { clock: systemClock });

	beforeEach(async () => {
		({ folder, remove } = await temporaryFolder());
		({ DATABASE_URL: url = '' } = await databaseEnvironment(folder));
		await (await open()).close();
		await undoPeopleWithoutNumbers(folder);
		await runSql(folder, 'drop index messages_queued_by_chat');
		await runSql(folder, 'alter table messages drop column hand_overs');
		await runSql(folder, "delete from kysely_migration where name >= '0011'");
	});
	afterEach(async () => {
		await (await opened)?.close();
		await remove();
	});

	it('is let end', async () => {
		const other = new pg.Client({ connectionString: url });
		await other.connect();
		await other.query('begin; lock table messages');
		opened = open('?statement_timeout=200');
		await until('the migration to take long', async () => {
			const waiting = await runSql(
				folder,
				`select 1 from pg_stat_activity where datname = current_database() and query like 'create index%'
					and clock_timestamp() - query_start > interval '400 ms'`,
			);
			return waiting.length > 0;
		});
		await other.end();
		await expect(opened).resolves.toMatchObject({ engine: 'postgres' });
	});
});
