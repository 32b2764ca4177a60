// A later version of the gateway, with steps that a test makes last as long as it wants. TEST_STEPS lists them, and
// TEST_HOLD the one that does not end; TEST_BATCH_SIZE is how many rows a backfill changes at once.
import { sql } from 'kysely';
import { setTimeout as elapsed } from 'node:timers/promises';
import { serve } from '../../../src/commands/serve.ts';
import { byKey } from '../../../src/store/migrations/backfill.ts';
import { MIGRATIONS } from '../../../src/store/migrations/index.ts';
import type { Backfill, Step } from '../../../src/store/migrations/step.ts';
import { engineOf } from '../../../src/store/engine/engine.ts';
import type { Db } from '../../../src/store/schema.ts';

const { TEST_STEPS = '', TEST_HOLD = '' } = process.env;

/** Waits in the middle of a step: in a statement where the server can, so that it has to be cancelled. */
async function hold(db: Db, name: string): Promise<void> {
	if (TEST_HOLD !== name) return;
	if (engineOf(db) === 'postgres') await sql`select pg_sleep(3600)`.execute(db);
	else await elapsed(3_600_000);
}

/** Batches that end before the backfill is held. */
const BATCHES_BEFORE_HOLD = 8;

const STEPS: Record<string, Step> = {
	'9010-shade': {
		async up(db) {
			await sql`alter table messages add column shade integer`.execute(db);
			await hold(db as Db, 'shade');
		},
	},
	'9011-messages-by-shade': { index: { name: 'messages_by_shade', on: 'on messages (shade)' } },
	'9012-contract': {
		oldestSchema: 9010,
		async up(db) {
			await sql`create table contracted (id integer primary key)`.execute(db);
			await hold(db as Db, 'contract');
		},
	},
};

let batches = 0;
const SHADES: Backfill = {
	name: '9010-shades',
	rows: 'messages',
	...byKey(
		{ table: 'messages', key: 'id', size: Number(process.env.TEST_BATCH_SIZE ?? 10) },
		async (db, keys) => {
			batches += 1;
			if (batches > BATCHES_BEFORE_HOLD) await hold(db, 'backfill');
			// Adding shows a row that is changed twice.
			await sql`update messages set shade = coalesce(shade, 0) + 1 where id in (${sql.join(keys)})`.execute(
				db,
			);
		},
	),
};

const wanted = TEST_STEPS.split(',');
const added = Object.entries(STEPS).filter(([name]) => wanted.includes(name));
await serve(process.env, {
	steps: { ...MIGRATIONS.steps, ...Object.fromEntries(added) },
	backfills: wanted.includes(SHADES.name) ? [SHADES] : [],
}).catch((error: unknown) => {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
	process.exit(1);
});
