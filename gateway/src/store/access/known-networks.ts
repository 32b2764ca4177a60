import type { Db } from '../schema.ts';

/** Records a sign-in from a network, and deletes networks last used before `cutoff` (epoch milliseconds). */
export async function rememberNetwork(
	db: Db,
	network: string,
	{ at, cutoff }: { at: number; cutoff: number },
): Promise<void> {
	await db
		.insertInto('known_networks')
		.values({ network, last_sign_in_at: at })
		.onConflict((conflict) => conflict.column('network').doUpdateSet({ last_sign_in_at: at }))
		.execute();
	await db.deleteFrom('known_networks').where('last_sign_in_at', '<', cutoff).execute();
}

/** Whether somebody has signed in from a network before. */
export async function isKnownNetwork(db: Db, network: string): Promise<boolean> {
	const row = await db
		.selectFrom('known_networks')
		.select('network')
		.where('network', '=', network)
		.executeTakeFirst();
	return row !== undefined;
}
