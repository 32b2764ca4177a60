import { sql, type Kysely } from 'kysely';
import type { Step } from '../step.ts';

/** How far the time of the simulated network is ahead of the real one. */
export const simulatedClock: Step = {
	async up(db: Kysely<unknown>): Promise<void> {
		await sql`create table simulated_clock (
			id integer primary key,
			ahead bigint not null
		)`.execute(db);
	},
};
