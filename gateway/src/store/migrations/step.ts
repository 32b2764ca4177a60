import type { Kysely } from 'kysely';
import type { Db } from '../schema.ts';
import type { Index } from './create-index.ts';

/**
 * One migration: a step from one schema to the next. A released step never changes.
 *
 * Gateways of the version before go on while a step runs and after it, so a step only adds ("expand"): tables, columns
 * that may be null or have a default, indices. What no version needs any more is removed one version later, by a step
 * that says so in `oldestSchema` ("contract"). A test checks the statements of every step.
 */
export type Step = SchemaStep | IndexStep;

interface SchemaStep {
	/** Runs in one transaction. Its statements must be fast: rows are changed by a Backfill. */
	up(db: Kysely<unknown>): Promise<void>;
	/** The oldest schema whose gateways can work on the database afterwards. Absent: those that could before. */
	oldestSchema?: number;
}

/** Creates an index while gateways go on writing. */
interface IndexStep {
	index: Index;
}

/** A change of many rows, in batches, while gateways work on them. */
export interface Backfill {
	/** Identifies it in the database; begins with the number of the step that made the columns it fills. */
	name: string;
	/** The noun for the rows, as in "41 % of messages". */
	rows: string;
	/** Counts all rows, once. */
	count: (db: Db) => Promise<number>;
	/** Changes the next rows after a position (null: the first). Returns the position of the last; null: there are none. */
	changeNext: (db: Db, after: string | null) => Promise<{ position: string; rows: number } | null>;
}

/** The schema of a version of the gateway: its steps and backfills. */
export interface Migrations {
	/** By name, in the order in which they run: a number of four digits and a title. */
	steps: Readonly<Record<string, Step>>;
	backfills: readonly Backfill[];
}

/** Returns the number of the schema after a step. */
export function schemaNumber(name: string): number {
	return Number.parseInt(name, 10);
}

/** Returns the number of the schema that a version works with. */
export function schemaOf({ steps }: Migrations): number {
	return Math.max(...Object.keys(steps).map(schemaNumber));
}
