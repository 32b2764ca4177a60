import { lockRows } from '../engine/engine.ts';
import type { Db } from '../schema.ts';

/** Charges up to `requested` messages to the account's balance; returns how many the balance covered. */
export async function spendCredits(db: Db, balance: number, requested: number): Promise<number> {
	await db
		.insertInto('counters')
		.values({ name: 'credits_used', value: 0 })
		.onConflict((conflict) => conflict.column('name').doNothing())
		.execute();
	const query = db.selectFrom('counters').select('value').where('name', '=', 'credits_used');
	const { value: used } = await lockRows(db, query).executeTakeFirstOrThrow();
	const granted = Math.min(requested, Math.max(0, balance - used));
	await db
		.updateTable('counters')
		.set({ value: used + granted })
		.where('name', '=', 'credits_used')
		.execute();
	return granted;
}

/** Refunds the credits of messages that will not be sent. */
export async function refundCredits(db: Db, messages: number): Promise<void> {
	await db
		.updateTable('counters')
		.set((eb) => ({
			value: eb
				.case()
				.when('value', '>', messages)
				.then(eb('value', '-', messages))
				.else(0)
				.end(),
		}))
		.where('name', '=', 'credits_used')
		.execute();
}

/** How many messages have been charged to the balance. */
export async function creditsUsed(db: Db): Promise<number> {
	const row = await db
		.selectFrom('counters')
		.select('value')
		.where('name', '=', 'credits_used')
		.executeTakeFirst();
	return row?.value ?? 0;
}
