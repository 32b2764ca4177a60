import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/** Writes a row that nothing reads. When its commit is durable, the store accepts writes. */
export async function probeWrite(db: Db): Promise<void> {
	await db
		.insertInto('counters')
		.values({ name: 'writability_checks', value: 1 })
		.onConflict((conflict) =>
			conflict.column('name').doUpdateSet({ value: sql`(counters.value + 1) % 1000000` }),
		)
		.execute();
}
