import { CompiledQuery } from 'kysely';
import { engineOf } from './engine.ts';
import type { Db, Schema } from '../schema.ts';

/** A value as it is stored. */
export type Value = string | number | null;

/** How PostgreSQL is told of a whole column of values; what is narrower in the table is so when it gets there. */
type ColumnType = 'text' | 'bigint';

/** A statement that writes many rows of values alike, as `before <rows> after`. */
export interface RowsStatement<Column extends string = string> {
	readonly columns: readonly Column[];
	/** For one row. */
	readonly sqlite: string;
	/** For any number of rows: one array a column. */
	readonly postgres: string;
}

/** The columns of a statement's rows, in the order of the statement. */
type Columns<Column extends string> = Readonly<Record<Column, ColumnType>>;

/** The type of a table's column, as PostgreSQL is told of it. */
type TypeOf<Stored> = Extract<Stored, number> extends never ? 'text' : 'bigint';

/**
 * Makes a statement that reads its rows as a table: `before` ends, and `after` begins, where `select …` may stand.
 * `ofOneRow` is the same for one row on SQLite, where that has a shorter way; its values are ?1, ?2 and so on.
 */
export function rowsStatement<Column extends string>(
	columns: Columns<Column>,
	{ before, after, ofOneRow }: { before: string; after: string; ofOneRow?: string },
): RowsStatement<Column> {
	const names = Object.keys(columns) as Column[];
	const arrays = names.map((name, index) => `$${index + 1}::${columns[name]}[]`);
	return {
		columns: names,
		sqlite: ofOneRow ?? `${before} values (${names.map(() => '?').join(', ')}) ${after}`,
		postgres: `${before} select * from unnest(${arrays.join(', ')}) ${after}`,
	};
}

/** Makes a statement that inserts rows; `after` says what is done where one is there already, and what is given back. */
export function insertInto<Table extends keyof Schema, Column extends keyof Schema[Table] & string>(
	table: Table,
	columns: { readonly [Name in Column]: TypeOf<Schema[Table][Name]> },
	after = '',
): RowsStatement<Column> {
	const names = Object.keys(columns).join(', ');
	return rowsStatement(columns, { before: `insert into ${table} (${names})`, after });
}

/** The values for a statement's columns, by name; others are not looked at. */
type Rows<Column extends string> = readonly Readonly<Record<Column, Value>>[];

/**
 * Carries out a statement for many rows. Its text is the same however many rows there are, so that a database prepares
 * it once: SQLite carries it out again and again for one row, which is twice as fast as a statement of many rows;
 * PostgreSQL, where each statement is a way to the server and back, gets all rows at once.
 */
export async function writeRows<Column extends string>(
	db: Db,
	statement: RowsStatement<Column>,
	rows: Rows<Column>,
): Promise<void> {
	if (rows.length > 0) await db.executeQuery({ ...queryOf(db, statement, rows), answer: 'none' } as Query);
}

/** The same, for a statement whose text says what it gives back of each row. */
export async function writeRowsReturning<Returned, Column extends string = string>(
	db: Db,
	statement: RowsStatement<Column>,
	rows: Rows<Column>,
): Promise<Returned[]> {
	if (rows.length === 0) return [];
	const { rows: returned } = await db.executeQuery<Returned>(
		queryOf(db, statement, rows) as CompiledQuery<Returned>,
	);
	return returned;
}

/** What the connections of this folder understand beside what Kysely says of a query. */
interface Query extends CompiledQuery {
	/** Values with which SQLite carries it out, one row after the other. */
	readonly rows?: readonly (readonly Value[])[];
	/** Nobody asks for what it gives back. */
	readonly answer?: 'none';
}

function queryOf<Column extends string>(
	db: Db,
	{ sqlite, postgres, columns }: RowsStatement<Column>,
	rows: Rows<Column>,
): Query {
	if (engineOf(db) === 'sqlite') {
		return { ...CompiledQuery.raw(sqlite), rows: rows.map((row) => columns.map((column) => row[column])) };
	}
	return CompiledQuery.raw(
		postgres,
		columns.map((column) => rows.map((row) => row[column])),
	);
}

/** The rows a query is to be carried out with, one after the other; null for once with its parameters. */
export function rowsToWrite(query: Query): readonly (readonly Value[])[] | null {
	return query.rows ?? null;
}

/** Whether nobody asks for what a query gives back. */
export function givesNothingBack(query: Query): boolean {
	return query.answer === 'none';
}
