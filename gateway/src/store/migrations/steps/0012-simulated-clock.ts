import { sql, type Kysely } from 'kysely';
import type { Step } from '../step.ts';

/** The offset of the simulated network's time from real time. */
export const simulatedClock: Step = {
	async up(db: Kysely<unknown>): Promise<void> {
		await sql`create table simulated_clock (
			id integer primary key,
			ahead bigint not null
		)`.execute(db);
	},
};
