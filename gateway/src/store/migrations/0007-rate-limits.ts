import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { engineOf } from '../engine/engine.ts';

/**
 * What gateways on one PostgreSQL database count requests in, as the limiter's library wants it. It is worth
 * nothing after a crash, so it is not logged: counting waits for no disk.
 */
export const rateLimits: Migration = {
	async up(db: Kysely<unknown>): Promise<void> {
		if (engineOf(db) === 'sqlite') return;
		await sql`create unlogged table rate_limits (
			key varchar(255) primary key,
			points integer not null default 0,
			expire bigint
		)`.execute(db);
	},
};
