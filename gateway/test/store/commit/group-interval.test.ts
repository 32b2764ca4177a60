import { setImmediate as nextIteration } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openStore, type Store } from '../../../src/store/store.ts';
import { systemClock } from '../../../src/runtime/system.ts';
import { temporaryFolder } from '../../support/data-folder.ts';
import { databaseEnvironment, ON_POSTGRES } from '../../support/database.ts';

/** Rows of messages that are paced when as many come in half a second. */
const MANY = { rows: 500, bytes: 1024 };
const NOTHING = () => Promise.resolve();

describe('the start of the next group', () => {
	let store: Store;
	let remove: () => Promise<void>;
	/** The bodies of each group. */
	let groups: number[];
	let endPause: (value?: unknown) => void;
	/** Milliseconds. */
	let now: number;

	beforeEach(async () => {
		const { folder, remove: removeFolder } = await temporaryFolder();
		remove = removeFolder;
		now = 0;
		const { DATABASE_URL: databaseUrl = null } = await databaseEnvironment(folder);
		store = await openStore(
			{ dataFolder: folder, databaseUrl },
			{
				clock: systemClock,
				observe: (bodies) => {
					groups.push(bodies);
					return () => undefined;
				},
				realTime: {
					now: () => now,
					pause: () =>
						new Promise((resolve) => {
							endPause = resolve;
						}),
				},
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

	/** Commits so many rows in half a second. */
	const commitForHalfASecond = async (rows: number) => {
		for (let group = 0; group < 10; group += 1) {
			endPause();
			now += 50;
			await store.commit(NOTHING, { ...MANY, rows: rows / 10 });
		}
	};

	/** Commits while a group may wait for the previous one; returns the bodies of each group. */
	const commitEarlyAndLate = async () => {
		groups = [];
		const early = store.commit(NOTHING);
		await afterOtherWork();
		const late = store.commit(NOTHING);
		endPause();
		await Promise.all([early, late]);
		return groups;
	};

	it('is after a pause on PostgreSQL while many messages come, and what comes meanwhile joins the group', async () => {
		await commitForHalfASecond(500);
		expect(await commitEarlyAndLate()).toEqual(ON_POSTGRES ? [2] : [1, 1]);
	});

	it('is at once while few messages come', async () => {
		await commitForHalfASecond(300);
		expect(await commitEarlyAndLate()).toEqual([1, 1]);
	});

	it('is at once again when few messages come, and after a pause again when many come', async () => {
		for (const rows of [500, 500, 300]) {
			await commitForHalfASecond(rows);
			endPause();
		}
		expect(await commitEarlyAndLate()).toEqual([1, 1]);
		await commitForHalfASecond(800);
		expect(await commitEarlyAndLate()).toEqual(ON_POSTGRES ? [2] : [1, 1]);
	});

	it('is at once when a burst of messages comes after others', async () => {
		await commitForHalfASecond(1000);
		endPause();
		await commitForHalfASecond(1000);
		expect(await commitEarlyAndLate()).toEqual(ON_POSTGRES ? [2] : [1, 1]);
		endPause();
		await afterOtherWork();
		now += 60;
		expect(await commitEarlyAndLate()).toEqual([1, 1]);
	});

	it('is at once for longer and longer where callers wait for each commit, who commit less with pauses', async () => {
		const commitUntilPaused = async () => {
			for (let times = 1; times < 20; times += 1) {
				await commitForHalfASecond(1000);
				if ((await commitEarlyAndLate()).length === 1) {
					endPause();
					await commitForHalfASecond(600);
					return times;
				}
			}
			return null;
		};
		const times = [await commitUntilPaused(), await commitUntilPaused(), await commitUntilPaused()];
		expect(times).toEqual(ON_POSTGRES ? [1, 4, 8] : [null, null, null]);
	});

	it('is after a pause again where fewer messages come than when the pauses slowed callers down', async () => {
		await commitForHalfASecond(5000);
		endPause();
		await commitForHalfASecond(1000);
		expect(await commitEarlyAndLate()).toEqual([1, 1]);
		await commitForHalfASecond(1000);
		expect(await commitEarlyAndLate()).toEqual(ON_POSTGRES ? [2] : [1, 1]);
	});

	it('is at once now and then while messages are paced, to measure the rate without pauses', async () => {
		const halfSeconds: string[] = [];
		for (let times = 0; times < 36; times += 1) {
			endPause();
			await commitForHalfASecond(1000);
			halfSeconds.push((await commitEarlyAndLate()).length === 1 ? 'paced' : ' ');
		}
		const lengths = halfSeconds
			.join('')
			.split(' ')
			.map((paced) => paced.length / 'paced'.length);
		expect(lengths).toEqual(ON_POSTGRES ? [5, 9, 17, 2] : Array(37).fill(0));
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
});
