import { expect, it } from '@jest/globals';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import type { EventId } from '../../src/domain/ids.ts';
import { openStore } from '../../src/store/store.ts';
import { systemClock } from '../../src/runtime/system.ts';
import { temporaryFolder } from '../support/data-folder.ts';

it('vacuums the space of removed rows in a few steps', async () => {
	const { folder, remove } = await temporaryFolder();
	const store = await openStore({ dataFolder: folder, databaseUrl: null }, { clock: systemClock });
	const size = async () => (await store.maintenance.size()) ?? NaN;
	const empty = await size();
	const events = Array.from({ length: 1000 }, (_, number) => ({
		id: `evt_${number}` as EventId,
		instance_id: 'inst_a' as const,
		kind: 'message.sent' as const,
		body: 'x'.repeat(3500),
		created_at: number,
	}));
	await store.commit(async ({ db }) => {
		for (const event of events) await db.insertInto('events').values(event).execute();
	});
	const full = await size();
	await store.commit(({ db }) => db.deleteFrom('events').execute());
	let steps = 0;
	while (await store.maintenance.vacuum()) steps += 1;
	expect(await size()).toBeLessThan(empty + (full - empty) / 4);
	expect(steps).toBeLessThan(10);
	await store.close();
	await remove();
});

it('does not stop the process while another program reads the file, as a backup does', async () => {
	const { folder, remove } = await temporaryFolder();
	const store = await openStore({ dataFolder: folder, databaseUrl: null }, { clock: systemClock });
	const insert = (number: number) =>
		store.commit(({ db }) =>
			db
				.insertInto('events')
				.values({
					id: `evt_${number}` as EventId,
					instance_id: 'inst_a',
					kind: 'message.sent',
					body: 'x',
					created_at: number,
				})
				.execute(),
		);
	await insert(1);
	const other = new DatabaseSync(path.join(folder, 'gateway.db'));
	other.exec('begin');
	other.prepare('select * from events').all();
	await insert(2);
	const begun = performance.now();
	await store.maintenance.checkpoint();
	expect(performance.now() - begun).toBeLessThan(3000);
	other.close();

	// The gateway still waits for another program that writes.
	const [timeout] = await store.commit(
		async ({ db }) => (await sql<{ timeout: number }>`pragma busy_timeout`.execute(db)).rows,
	);
	expect(timeout).toEqual({ timeout: 5000 });
	await store.close();
	await remove();
});
