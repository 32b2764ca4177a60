import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { openStore, type Store } from '../../../src/store/store.ts';
import { systemClock } from '../../../src/runtime/system.ts';
import { temporaryFolder } from '../../support/data-folder.ts';
import { databaseEnvironment, runSql } from '../../support/database.ts';
import { until } from '../../support/until.ts';

describe('a migration that runs longer than statement_timeout', () => {
	let folder: string;
	let remove: () => Promise<void>;
	let url: string;
	let opened: Promise<Store> | undefined;

	const open = (parameters = '') =>
		openStore({ dataFolder: folder, databaseUrl: `${url}${parameters}` }, { clock: systemClock });

	beforeEach(async () => {
		({ folder, remove } = await temporaryFolder());
		({ DATABASE_URL: url = '' } = await databaseEnvironment(folder));
	});
	afterEach(async () => {
		await (await opened)?.close();
		await remove();
	});

	it('completes', async () => {
		const other = new pg.Client({ connectionString: url });
		await other.connect();
		// An uncommitted table of the same name blocks the migration until the rollback.
		await other.query('begin; create table messages (id text)');
		opened = open('?statement_timeout=200');
		await until('the migration to take long', async () => {
			const waiting = await runSql(
				folder,
				`select 1 from pg_stat_activity where datname = current_database() and query like 'create table messages%' and wait_event_type = 'Lock'
					and clock_timestamp() - query_start > interval '400 ms'`,
			);
			return waiting.length > 0;
		});
		await other.end();
		await expect(opened).resolves.toMatchObject({ engine: 'postgres' });
	});
});
