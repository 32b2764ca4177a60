import type { Db } from '../schema.ts';

/** Work that one process at a time should do. */
type Work = 'retention';

/** Takes the turn for a piece of work, until it is ended or a moment has come. Gives false while somebody has it. */
export async function acquireJobLock(
	db: Db,
	name: Work,
	turn: { now: number; until: number },
): Promise<boolean> {
	const result = await db
		.insertInto('turns')
		.values({ name, until: turn.until })
		.onConflict((conflict) =>
			conflict.column('name').doUpdateSet({ until: turn.until }).where('turns.until', '<=', turn.now),
		)
		.executeTakeFirst();
	return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Ends the turn that was taken until a moment: whoever asks next has the next one. */
export async function releaseJobLock(db: Db, name: Work, until: number): Promise<void> {
	await db
		.updateTable('turns')
		.set({ until: 0 })
		.where('name', '=', name)
		.where('until', '=', until)
		.execute();
}
