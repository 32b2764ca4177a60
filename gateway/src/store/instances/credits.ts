import { lockRows } from '../engine/engine.ts';
import type { Db } from '../schema.ts';

/** Takes up to `wanted` messages off the account's balance; gives how many it had left for them. */
export async function spendCredits(db: Db, balance: number, wanted: number): Promise<number> {
	await db
		.insertInto('counters')
		.values({ name: 'credits_used', value: 0 })
		.onConflict((conflict) => conflict.column('name').doNothing())
		.execute();
	const query = db.selectFrom('counters').select('value').where('name', '=', 'credits_used');
	const { value: used } = await lockRows(db, query).executeTakeFirstOrThrow();
	const granted = Math.min(wanted, Math.max(0, balance - used));
	await db
		.updateTable('counters')
		.set({ value: used + granted })
		.where('name', '=', 'credits_used')
		.execute();
	return granted;
}

/** How many messages were taken off the balance so far. */
export async function creditsUsed(db: Db): Promise<number> {
	const row = await db
		.selectFrom('counters')
		.select('value')
		.where('name', '=', 'credits_used')
		.executeTakeFirst();
	return row?.value ?? 0;
}
