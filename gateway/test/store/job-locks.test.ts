import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { systemClock } from '../../src/runtime/system.ts';
import { acquireJobLock } from '../../src/store/cluster/job-locks.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { temporaryFolder } from '../support/data-folder.ts';
import { databaseEnvironment } from '../support/database.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('the lock of a job', () => {
	let store: Store;
	let remove: () => Promise<void>;

	beforeAll(async () => {
		const { folder, remove: removeFolder } = await temporaryFolder();
		remove = removeFolder;
		const { DATABASE_URL: databaseUrl = null } = await databaseEnvironment(folder);
		store = await openStore({ dataFolder: folder, databaseUrl }, { clock: systemClock });
	});
	afterAll(async () => {
		await store.close();
		await remove();
	});

	const acquire = (now: number) =>
		store.commit(({ db }) => acquireJobLock(db, 'ledger', { now, expiresAt: now + 5 * MINUTE }));

	it('is of one process until it expires, also where its clock is a little ahead', async () => {
		expect(await acquire(HOUR)).toBe(true);
		expect(await acquire(HOUR)).toBe(false);
		expect(await acquire(HOUR - 5 * MINUTE)).toBe(false);
		expect(await acquire(HOUR + 5 * MINUTE)).toBe(true);
	});

	it('is taken over where the clock of a process that died was an hour ahead', async () => {
		expect(await acquire(10 * HOUR)).toBe(true);
		expect(await acquire(9 * HOUR)).toBe(true);
		expect(await acquire(9 * HOUR)).toBe(false);
	});
});
