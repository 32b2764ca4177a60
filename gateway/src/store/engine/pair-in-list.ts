import { sql, type Expression, type SqlBool } from 'kysely';
import { padInList } from './chunk-in-list.ts';
import { engineOf } from './engine.ts';
import type { Db } from '../schema.ts';

/** Two values that are searched for together. */
export type Pair = readonly [string, string];

/** On PostgreSQL, the most combinations of both lists of values for each pair that is searched for. */
const COMBINATIONS = 4;

/**
 * The condition that two columns have the values of one of these pairs. It may also let rows pass that have the first
 * value of one pair and the second of another.
 *
 * A condition for each column would make a database look for every combination: 65,536 for 256 messages of as many
 * instances. SQLite, which has no statistics, may even use the first column only and read all rows of an instance.
 */
export function pairInList(
	db: Db,
	[first, second]: readonly [string, string],
	pairs: readonly Pair[],
): Expression<SqlBool> {
	const columns = sql`${sql.ref(first)}, ${sql.ref(second)}`;
	if (engineOf(db) === 'sqlite') {
		const json = JSON.stringify(pairs);
		return sql<SqlBool>`(${columns}) in (select value ->> 0, value ->> 1 from json_each(${json}))`;
	}
	const firsts = pairs.map(([value]) => value);
	const seconds = pairs.map(([, value]) => value);
	const distinct = [new Set(firsts), new Set(seconds)] as const;
	if (distinct[0].size * distinct[1].size <= COMBINATIONS * pairs.length) {
		const [ofFirst, ofSecond] = distinct.map((values) => sql.join(padInList([...values])));
		return sql<SqlBool>`${sql.ref(first)} in (${ofFirst}) and ${sql.ref(second)} in (${ofSecond})`;
	}
	return sql<SqlBool>`(${columns}) in (select * from unnest(${firsts}::text[], ${seconds}::text[]))`;
}
