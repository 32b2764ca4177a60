import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import pg from 'pg';
import { openPostgres, type PostgresDatabase } from '../../../src/store/engine/postgres/postgres.ts';
import { temporaryFolder } from '../../support/data-folder.ts';
import { databaseEnvironment, dropDatabase } from '../../support/database.ts';

describe('a statement whose plan is cached', () => {
	let folder: string;
	let remove: () => Promise<void>;
	let database: PostgresDatabase;
	let client: pg.Client;

	beforeEach(async () => {
		({ folder, remove } = await temporaryFolder());
		const { DATABASE_URL: url = '' } = await databaseEnvironment(folder);
		client = new pg.Client(url);
		await client.connect();
		await client.query('create table orders (shop text)');
		await client.query('create index orders_by_shop on orders (shop)');
		database = openPostgres(url, { onError: () => undefined, log: () => undefined, isSynced: () => true });
	});
	afterEach(async () => {
		await client.end();
		await Promise.all([database.writer, database.reader, database.indexReader].map((db) => db.destroy()));
		await dropDatabase(folder);
		await remove();
	});

	it.each(['indexReader', 'writer'] as const)('is renewed after many executions: %s', async (name) => {
		const db = database[name];
		const findOrders = () => sql`select * from orders where shop = ${'shop 7'}`.execute(db);
		const cachedPlan = async () => {
			const { rows } = await sql<Record<string, string>>`explain execute gateway_1 ('shop 7')`.execute(db);
			return JSON.stringify(rows);
		};
		await findOrders();
		expect(await cachedPlan()).toContain('Bitmap');
		// This changes new plans only, as the size of a table does.
		await sql`set enable_bitmapscan = off`.execute(db);
		await findOrders();
		expect(await cachedPlan()).toContain('Bitmap');
		for (let execution = 0; execution < 300; execution += 1) await findOrders();
		expect(await cachedPlan()).not.toContain('Bitmap');
	});
});
