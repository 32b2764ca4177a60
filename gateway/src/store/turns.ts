import type { Db } from './schema.ts';

/**
 * Takes a piece of work that one process at a time should do, until a moment. Gives false while another one has
 * it, and to one that asks again before its own turn is over.
 */
export async function takeTurn(
	db: Db,
	turn: { name: 'retention'; now: number; until: number },
): Promise<boolean> {
	const result = await db
		.insertInto('turns')
		.values({ name: turn.name, until: turn.until })
		.onConflict((conflict) =>
			conflict.column('name').doUpdateSet({ until: turn.until }).where('turns.until', '<=', turn.now),
		)
		.executeTakeFirst();
	return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}
