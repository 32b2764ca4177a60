import { setImmediate as nextIteration } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openStore, type Store } from '../../../src/store/store.ts';
import { systemClock } from '../../../src/runtime/system.ts';
import { temporaryFolder } from '../../support/data-folder.ts';
import { databaseEnvironment, ON_POSTGRES } from '../../support/database.ts';

/** Rows of messages that overlap. */
const BUSY = { rows: 20, bytes: 1024 };
const NOTHING = () => Promise.resolve();

describe('the start of the next group', () => {
	let store: Store;
	let remove: () => Promise<void>;
	/** The bodies of each group. */
	let groups: number[];
	let endPause: () => void;

	beforeEach(async () => {
		const { folder, remove: removeFolder } = await temporaryFolder();
		remove = removeFolder;
		const { DATABASE_URL: databaseUrl = null } = await databaseEnvironment(folder);
		store = await openStore(
			{ dataFolder: folder, databaseUrl },
			{
				clock: systemClock,
				observe: (bodies) => {
					groups.push(bodies);
					return () => undefined;
				},
				pause: () =>
					new Promise((resolve) => {
						endPause = resolve;
					}),
			},
		);
		groups = [];
		endPause = () => undefined;
	});
	afterEach(async () => {
		endPause();
		await store.close();
		await remove();
	});

	/** Resolves after a read and ten iterations of the event loop, which is longer than a group takes to start. */
	const afterOtherWork = async () => {
		await store.read.selectFrom('processes').select('id').execute();
		for (let iteration = 0; iteration < 10; iteration += 1) await nextIteration();
	};

	it('is when those who wait for it commit', async () => {
		const first = store.commit(NOTHING);
		const collected = store.nextGroup().then(() => store.commit(NOTHING));
		await Promise.all([first, store.nextGroup().then(() => store.commit(NOTHING)), collected]);
		await Promise.all([store.nextGroup().then(() => store.commit(NOTHING)), store.commit(NOTHING)]);
		expect(groups.at(-1)).toBe(2);
	});

	it('is after a pause on PostgreSQL while messages overlap, and what comes meanwhile joins the group', async () => {
		await store.commit(NOTHING, BUSY);
		const early = store.commit(NOTHING);
		await afterOtherWork();
		const late = store.commit(NOTHING);
		endPause();
		await Promise.all([early, late]);
		expect(groups).toEqual(ON_POSTGRES ? [1, 2] : [1, 1, 1]);
	});

	it('is at once after a large group', async () => {
		await store.commit(NOTHING, { ...BUSY, rows: 300 });
		const early = store.commit(NOTHING);
		await afterOtherWork();
		await Promise.all([early, store.commit(NOTHING)]);
		expect(groups).toEqual([1, 1, 1]);
	});

	it('is when others commit, for those with patience on PostgreSQL', async () => {
		const patient = store.nextGroup(25).then(() => store.commit(NOTHING));
		await afterOtherWork();
		expect(groups).toEqual(ON_POSTGRES ? [] : [1]);
		await Promise.all([store.commit(NOTHING), patient]);
		expect(groups).toEqual(ON_POSTGRES ? [2] : [1, 1]);
	});

	it('is when their patience ends, where nobody else commits', async () => {
		const patient = store.nextGroup(25).then(() => store.commit(NOTHING));
		await afterOtherWork();
		expect(groups).toEqual(ON_POSTGRES ? [] : [1]);
		endPause();
		await patient;
		expect(groups).toEqual([1]);
	});

	it('is at once for those with patience too, while a move of the simulated time waits for them', async () => {
		const syncAgain = store.deferSync();
		await store.nextGroup(25).then(() => store.commit(NOTHING));
		syncAgain();
		expect(groups).toEqual([1]);
	});

	it('is at once after a group of one message', async () => {
		await store.commit(NOTHING);
		const early = store.commit(NOTHING);
		await afterOtherWork();
		await Promise.all([early, store.commit(NOTHING)]);
		expect(groups).toEqual([1, 1, 1]);
	});
});
