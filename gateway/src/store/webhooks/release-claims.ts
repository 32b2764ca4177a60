import type { ProcessId } from '../../domain/ids.ts';
import type { Db } from '../schema.ts';

/** Releases all claims, so that their deliveries are due at once; for the only process on this database. */
export async function releaseClaims(db: Db, now: number): Promise<void> {
	await db
		.updateTable('deliveries')
		.set({ due_at: now, claim_token: null })
		.where('claim_token', 'is not', null)
		.execute();
}

/** Releases the claims of a dead process, so that their deliveries are due at once: its tokens begin with its id. */
export async function releaseClaimsOf(db: Db, process: ProcessId, now: number): Promise<void> {
	await db
		.updateTable('deliveries')
		.set({ due_at: now, claim_token: null })
		.where('claim_token', 'like', `${process}:%`)
		.execute();
}

/** Releases expired claims: their holder died, or could not record the outcomes. */
export async function releaseExpiredClaims(db: Db, now: number): Promise<void> {
	await db
		.updateTable('deliveries')
		.set({ claim_token: null })
		.where('claim_token', 'is not', null)
		.where('due_at', '<=', now)
		.execute();
}

export async function hasExpiredClaims(db: Db, now: number): Promise<boolean> {
	const row = await db
		.selectFrom('deliveries')
		.select('due_at')
		.where('claim_token', 'is not', null)
		.where('due_at', '<=', now)
		.limit(1)
		.executeTakeFirst();
	return row !== undefined;
}
