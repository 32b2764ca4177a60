import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { systemClock } from '../../src/runtime/system.ts';
import { rowsStatement, writeRows, writeRowsReturning } from '../../src/store/engine/write-rows.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { temporaryFolder } from '../support/data-folder.ts';
import { databaseEnvironment } from '../support/database.ts';

const COLUMNS = { word: 'text', size: 'bigint' } as const;
const INSERT = rowsStatement(COLUMNS, { before: 'insert into words (word, size)', after: '' });
const INSERT_RETURNING = rowsStatement(COLUMNS, {
	before: 'insert into words (word, size)',
	after: 'returning word, size',
});

describe('rows that are written with one statement', () => {
	let store: Store;
	let remove: () => Promise<void>;
	beforeAll(async () => {
		let folder: string;
		({ folder, remove } = await temporaryFolder());
		const { DATABASE_URL: databaseUrl = null } = await databaseEnvironment(folder);
		store = await openStore({ dataFolder: folder, databaseUrl }, { clock: systemClock });
		await store.commit(({ db }) => sql`create table words (word text, size bigint)`.execute(db));
	});
	afterAll(async () => {
		await store.close();
		await remove();
	});

	async function written(rows: readonly { word: string | null; size: number | null }[]): Promise<unknown> {
		return store.commit(async ({ db }) => {
			await sql`delete from words`.execute(db);
			await writeRows(db, INSERT, rows);
			return (await sql`select word, size from words order by size`.execute(db)).rows;
		});
	}

	it('keep every character, null and the largest number', async () => {
		const rows = [
			...['', '"', "'", '\\', '\\u0041', '\\ud83d', '{"a":[1,null]}', '\n\t\u0001', '😀 é مرحبا', '$1 ?'],
		].map((word, size) => ({ word, size }));
		const last = { word: null, size: Number.MAX_SAFE_INTEGER };
		expect(await written([...rows, last])).toEqual([...rows, last]);
		const [none] = (await written([{ word: 'no size', size: null }])) as unknown[];
		expect(none).toEqual({ word: 'no size', size: null });
	});

	it('have U+FFFD for half of a surrogate pair', async () => {
		const rows = ['a\ud83db', '\udc00', 'whole 😀'].map((word, size) => ({ word, size }));
		expect(await written(rows)).toEqual([
			{ word: 'a\ufffdb', size: 0 },
			{ word: '\ufffd', size: 1 },
			{ word: 'whole 😀', size: 2 },
		]);
	});

	it('are returned in their order, however many there are', async () => {
		const rows = Array.from({ length: 1000 }, (_, size) => ({ word: `word ${size}`, size }));
		const returned = await store.commit(({ db }) => writeRowsReturning(db, INSERT_RETURNING, rows));
		expect(returned).toEqual(rows);
	});
});
