import { lockRows } from '../engine/engine.ts';
import type { Db } from '../schema.ts';

/** Returns by how many milliseconds the simulated time is ahead of the real one. */
export async function readClockOffset(db: Db): Promise<number> {
	const row = await selectAhead(db).executeTakeFirst();
	return row?.ahead ?? 0;
}

/**
 * Stores how far the simulated time is ahead, in milliseconds, unless another gateway has moved it further. Claims and
 * locks of processes, which work in real time, end as much later.
 */
export async function raiseClockOffset(db: Db, ahead: number): Promise<void> {
	await db
		.insertInto('simulated_clock')
		.values({ id: 1, ahead: 0 })
		.onConflict((conflict) => conflict.column('id').doNothing())
		.execute();
	const { ahead: before } = await lockRows(db, selectAhead(db)).executeTakeFirstOrThrow();
	if (ahead <= before) return;
	const by = ahead - before;
	await db.updateTable('simulated_clock').set({ ahead }).where('id', '=', 1).execute();
	await db
		.updateTable('deliveries')
		.set((eb) => ({ due_at: eb('due_at', '+', by) }))
		.where('claim_token', 'is not', null)
		.execute();
	await db
		.updateTable('job_locks')
		.set((eb) => ({ expires_at: eb('expires_at', '+', by) }))
		.where('expires_at', '>', 0)
		.execute();
}

function selectAhead(db: Db) {
	return db.selectFrom('simulated_clock').select('ahead').where('id', '=', 1);
}
