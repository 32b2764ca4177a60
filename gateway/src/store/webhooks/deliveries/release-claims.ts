import type { DueRange } from '../../../domain/due-range.ts';
import type { ProcessId } from '../../../domain/ids.ts';
import { isDueIn } from '../../engine/is-due.ts';
import { rowsStatement, writeRows } from '../../engine/write-rows.ts';
import type { Db } from '../../schema.ts';
import type { ClaimedDelivery } from './claim-deliveries.ts';

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

const RELEASE_UNATTEMPTED = rowsStatement(
	{ id: 'text', token: 'text' },
	{
		before: 'with released (id, token) as (',
		after: `)
			update deliveries set attempts = attempts - 1, due_at = created_at, claim_token = null
			from released where deliveries.id = released.id and deliveries.claim_token = released.token`,
		singleRow: `update deliveries set attempts = attempts - 1, due_at = created_at, claim_token = null
			where id = ?1 and claim_token = ?2`,
	},
);

/** Releases claims without an attempt, as if the deliveries had not been claimed. */
export async function releaseUnattempted(db: Db, claimed: readonly ClaimedDelivery[]): Promise<void> {
	await writeRows(
		db,
		RELEASE_UNATTEMPTED,
		claimed.map(({ id, claimToken }) => ({ id, token: claimToken })),
	);
}

/** Releases expired claims: their holder died, or could not record the outcomes. */
export async function releaseExpiredClaims(db: Db, range: DueRange): Promise<void> {
	await db
		.updateTable('deliveries')
		.set({ claim_token: null, due_at: range.now })
		.where('claim_token', 'is not', null)
		.where(isDueIn('due_at', range))
		.execute();
}

/** Whether a claim has expired. */
export async function hasExpiredClaims(db: Db, range: DueRange): Promise<boolean> {
	const row = await db
		.selectFrom('deliveries')
		.select('due_at')
		.where('claim_token', 'is not', null)
		.where(isDueIn('due_at', range))
		.limit(1)
		.executeTakeFirst();
	return row !== undefined;
}
