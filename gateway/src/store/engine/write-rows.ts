import { CompiledQuery, type SelectType } from 'kysely';
import { engineOf } from './engine.ts';
import type { Db, Schema } from '../schema.ts';

/** A value of a column. */
export type Value = string | number | null;

/** The PostgreSQL type of a column's values; PostgreSQL casts it to the column's narrower type on insert. */
type ColumnType = 'text' | 'bigint';

/** A statement that writes many rows, in the form `before <rows> after`. */
export interface RowsStatement<Column extends string = string> {
	readonly columns: readonly Column[];
	/** The statement for one row. */
	readonly sqlite: string;
	/**
	 * The statement for any number of rows: its parameter is a JSON array of rows, each an array of values. Compared with
	 * an array for each column, forty columns take a fifth of the server's processor time and half of the gateway's.
	 */
	readonly postgres: string;
}

/** The columns of a statement's rows, in the order of the statement. */
type Columns<Column extends string> = Readonly<Record<Column, ColumnType>>;

/** The array type of a table's column. */
type TypeOf<Stored> = Extract<SelectType<Stored>, number> extends never ? 'text' : 'bigint';

/**
 * Creates a statement that reads its rows as a table: a `select …` must fit between `before` and `after`. `singleRow`
 * is an optional faster statement for one row on SQLite; its parameters are ?1, ?2 and so on.
 */
export function rowsStatement<Column extends string>(
	columns: Columns<Column>,
	{ before, after, singleRow }: { before: string; after: string; singleRow?: string },
): RowsStatement<Column> {
	const names = Object.keys(columns) as Column[];
	const cells = names.map((name, index) =>
		columns[name] === 'text' ? `cells->>${index}` : `cast(cells->>${index} as bigint)`,
	);
	return {
		columns: names,
		sqlite: singleRow ?? `${before} values (${names.map(() => '?').join(', ')}) ${after}`,
		postgres: `${before} select ${cells.join(', ')} from jsonb_array_elements($1::jsonb) as cells ${after}`,
	};
}

/** Creates a statement that inserts rows; `after` is its `on conflict` and `returning` clauses. */
export function insertInto<Table extends keyof Schema, Column extends keyof Schema[Table] & string>(
	table: Table,
	columns: { readonly [Name in Column]: TypeOf<Schema[Table][Name]> },
	after = '',
): RowsStatement<Column> {
	const names = Object.keys(columns).join(', ');
	return rowsStatement(columns, { before: `insert into ${table} (${names})`, after });
}

/** The values of a statement's columns, by name; other properties are ignored. */
type Rows<Column extends string> = readonly Readonly<Record<Column, Value>>[];

/**
 * Executes a statement for many rows. Its text does not depend on the number of rows, so a database prepares it once:
 * SQLite executes it for one row at a time, which is twice as fast as one statement of many rows; PostgreSQL, where
 * each statement costs a round trip, receives all rows at once.
 */
export async function writeRows<Column extends string>(
	db: Db,
	statement: RowsStatement<Column>,
	rows: Rows<Column>,
): Promise<void> {
	if (rows.length > 0)
		await db.executeQuery({ ...queryOf(db, statement, rows), discardResult: true } as Query);
}

/** Executes a statement with a `returning` clause for many rows; returns the rows of the result. */
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

/** Kysely's query with options for the connections of this folder. */
interface Query extends CompiledQuery {
	/** The parameters of each execution on SQLite, one row after the other. */
	readonly rows?: readonly (readonly Value[])[];
	/** The caller does not use the result. */
	readonly discardResult?: true;
}

function queryOf<Column extends string>(
	db: Db,
	{ sqlite, postgres, columns }: RowsStatement<Column>,
	rows: Rows<Column>,
): Query {
	const values = rows.map((row) => columns.map((column) => row[column]));
	if (engineOf(db) === 'sqlite') return { ...CompiledQuery.raw(sqlite), rows: values };
	return CompiledQuery.raw(postgres, [toJson(values)]);
}

/** Half of a surrogate pair, as JSON escapes it. */
const LONE_SURROGATE = /\\u[dD][89a-fA-F]/;

/** Returns rows as JSON. PostgreSQL rejects half of a surrogate pair, which becomes U+FFFD as it does in UTF-8. */
function toJson(rows: readonly (readonly (Value | undefined)[])[]): string {
	const json = JSON.stringify(rows);
	if (!LONE_SURROGATE.test(json)) return json;
	return JSON.stringify(rows, (_key, value: unknown) =>
		typeof value === 'string' ? value.toWellFormed() : value,
	);
}

/** The rows to execute a query with, one after the other; null: execute it once with its parameters. */
export function rowsToWrite(query: Query): readonly (readonly Value[])[] | null {
	return query.rows ?? null;
}

/** Whether the caller does not use the result of a query. */
export function discardsResult(query: Query): boolean {
	return query.discardResult === true;
}
