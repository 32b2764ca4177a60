import { CompiledQuery } from 'kysely';
import { inChunks } from './chunks.ts';
import { engineOf } from './engine.ts';
import type { Db, Schema } from './schema.ts';

/** A statement that writes many rows of values alike, as `before (…), (…) after`. */
export interface RowsStatement {
	before: string;
	/** Names the values of a row, with the type of each that PostgreSQL cannot see from where the value goes. */
	columns: readonly (string | { name: string; type: 'bigint' | 'integer' | 'text' })[];
	after?: string;
	/** The same for one row on SQLite, where that has a shorter way; its values are ?1, ?2 and so on. */
	ofOneRow?: string;
}

/** A value as it is stored. */
export type Value = string | number | null;

/** A statement that SQLite carries out once with the values of each row. */
type RowByRow = CompiledQuery & { readonly rows: readonly (readonly Value[])[] };

/**
 * Carries out a statement for many rows, and gives what it returns. Its text is made once, so that no time goes into
 * building it: on SQLite a prepared statement of one row is carried out again and again, which is twice as fast as
 * one of many rows; on PostgreSQL, where each statement is a way to the server and back, it takes many rows at once.
 */
export async function writeRows<Returned = never>(
	db: Db,
	statement: RowsStatement,
	rows: readonly (readonly Value[])[],
): Promise<Returned[]> {
	if (rows.length === 0) return [];
	if (engineOf(db) === 'sqlite') {
		const query: RowByRow = { ...CompiledQuery.raw(sqliteText(statement)), rows };
		return (await db.executeQuery<Returned>(query as CompiledQuery<Returned>)).rows;
	}
	const returned: Returned[] = [];
	for (const chunk of inChunks(rows)) {
		const query = CompiledQuery.raw(postgresText(statement, chunk.length), chunk.flat());
		returned.push(...(await db.executeQuery<Returned>(query as CompiledQuery<Returned>)).rows);
	}
	return returned;
}

/**
 * Inserts rows that have the same columns; `after` says what is done where one is there already, and what is given
 * back of each.
 */
export async function insertRows<
	Table extends keyof Schema,
	Row extends Partial<Schema[Table]> & { [Column in keyof Row]: Value },
	Returned = never,
>(db: Db, table: Table, rows: readonly Row[], after = ''): Promise<Returned[]> {
	const [first] = rows;
	if (first === undefined) return [];
	const columns = Object.keys(first) as (keyof Row & string)[];
	return writeRows<Returned>(
		db,
		{ before: `insert into ${table} (${columns.join(', ')}) values`, columns, after },
		rows.map((row) => columns.map((column) => row[column])),
	);
}

/** The rows a query is to be carried out with, one after the other; null for once with its parameters. */
export function rowsToWrite(query: CompiledQuery): RowByRow['rows'] | null {
	return 'rows' in query ? (query as RowByRow).rows : null;
}

function sqliteText({ before, columns, after = '', ofOneRow }: RowsStatement): string {
	return ofOneRow ?? `${before} (${columns.map(() => '?').join(', ')}) ${after}`;
}

function postgresText({ before, columns, after = '' }: RowsStatement, rows: number): string {
	let number = 0;
	const row = (): string => {
		const values = columns.map((column) => {
			number += 1;
			return typeof column === 'string' ? `$${number}` : `cast($${number} as ${column.type})`;
		});
		return `(${values.join(', ')})`;
	};
	return `${before} ${Array.from({ length: rows }, row).join(', ')} ${after}`;
}
