import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openStore, type Store } from '../../../src/store/store.ts';
import { temporaryFolder } from '../../support/data-folder.ts';
import { databaseEnvironment } from '../../support/database.ts';
import { createManualClock } from '../../support/manual-clock.ts';

describe('a group commit on PostgreSQL', () => {
	const clock = createManualClock();
	let store: Store;
	let remove: () => Promise<void>;

	beforeEach(async () => {
		let folder: string;
		({ folder, remove } = await temporaryFolder());
		const { DATABASE_URL: databaseUrl = null } = await databaseEnvironment(folder);
		store = await openStore({ dataFolder: folder, databaseUrl }, { clock });
	});
	afterEach(async () => {
		await store.close();
		await remove();
	});

	it('repeats a body that conflicted with another process once more, however slow it is and whatever its result', async () => {
		const refusal = new Error('changed its mind');
		const conflict = Object.assign(new Error('It is there already.'), { code: '23505' });
		// The first run is in the group, the second one alone.
		const failures = [conflict, conflict];
		let runs = 0;
		const outcomes = await Promise.allSettled([
			store.commit(() => {
				clock.advance(100);
				runs += 1;
				if (runs > 20) return Promise.resolve('It would have gone on for ever.');
				return Promise.reject(failures.shift() ?? refusal);
			}),
			store.commit(() => Promise.resolve('done')),
		]);
		expect(outcomes).toEqual([
			{ status: 'rejected', reason: refusal },
			{ status: 'fulfilled', value: 'done' },
		]);
	});
});
