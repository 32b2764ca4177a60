import type { Db } from './schema.ts';

/** Takes one message off the account's balance. Gives false, and takes nothing, when the balance is used up. */
export async function spendCredit(db: Db, balance: number): Promise<boolean> {
	if (balance <= 0) return false;
	const row = await db
		.insertInto('counters')
		.values({ name: 'credits_used', value: 1 })
		.onConflict((conflict) =>
			conflict
				.column('name')
				.doUpdateSet((eb) => ({ value: eb('counters.value', '+', 1) }))
				.where('counters.value', '<', balance),
		)
		.returning('value')
		.executeTakeFirst();
	return row !== undefined;
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
