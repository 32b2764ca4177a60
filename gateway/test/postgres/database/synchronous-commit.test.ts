import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { openStore, type Store } from '../../../src/store/store.ts';
import { temporaryFolder } from '../../support/data-folder.ts';
import { databaseEnvironment, runSql } from '../../support/database.ts';
import { createManualClock } from '../../support/manual-clock.ts';

describe('the durability of a commit on PostgreSQL', () => {
	let folder: string;
	let remove: () => Promise<void>;
	let store: Store;

	beforeEach(async () => {
		({ folder, remove } = await temporaryFolder());
	});
	afterEach(async () => {
		await store.close();
		await remove();
	});

	/** Opens a store on a database whose setting is the default of its connections. */
	async function openWith(setting: string): Promise<void> {
		const { DATABASE_URL = '' } = await databaseEnvironment(folder);
		const name = new URL(DATABASE_URL).pathname.slice(1);
		await runSql(folder, `alter database "${name}" set synchronous_commit = ${setting}`);
		store = await openStore(
			{ dataFolder: folder, databaseUrl: DATABASE_URL },
			{ clock: createManualClock() },
		);
	}

	/** Returns the setting with which a commit runs. */
	const settingOfCommit = () =>
		store.commit(async ({ db }) => {
			const { rows } = await sql<{ synchronous_commit: string }>`show synchronous_commit`.execute(db);
			return rows[0]?.synchronous_commit;
		});

	it.each([
		['off', 'on'],
		['local', 'local'],
		['remote_apply', 'remote_apply'],
	])('is, where the default is %s, that of %s', async (setting, expected) => {
		await openWith(setting);
		expect(await settingOfCommit()).toBe(expected);
	});

	it('is put off only as long as the store defers it', async () => {
		await openWith('off');
		const sync = store.deferSync();
		expect(await settingOfCommit()).toBe('off');
		sync();
		expect(await settingOfCommit()).toBe('on');
	});
});
