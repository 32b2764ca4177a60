import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import path from 'node:path';

export type Row = Record<string, SQLInputValue>;

/** Runs `fill` in one fast, non-durable transaction on the database of a stopped gateway. */
export function fillDatabase<T>(folder: string, fill: (db: DatabaseSync) => T): T {
	const db = new DatabaseSync(path.join(folder, 'gateway.db'));
	try {
		db.exec('pragma journal_mode = wal; pragma synchronous = off; begin');
		const result = fill(db);
		db.exec('commit; pragma wal_checkpoint(truncate)');
		return result;
	} finally {
		db.close();
	}
}

/** Returns the first row of a table. Throws when there is none. */
export function firstRow(db: DatabaseSync, table: string, where = ''): Row {
	const row = db.prepare(`select * from ${table} ${where} limit 1`).get();
	if (row === undefined) throw new Error(`There is no row in ${table} to copy.`);
	return { ...row };
}

/** Returns a function that inserts a copy of `sample` with other values in the given columns. */
export function inserter(db: DatabaseSync, table: string, sample: Row): (changes: Row) => void {
	const columns = Object.keys(sample);
	const marks = columns.map(() => '?').join(', ');
	const statement = db.prepare(`insert into ${table} (${columns.join(', ')}) values (${marks})`);
	return (changes) => {
		statement.run(...columns.map((column) => (column in changes ? changes[column] : sample[column]) ?? null));
	};
}

const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';

/** Returns a ULID of a time (epoch milliseconds) and a number. */
export function ulid(at: number, number: number): string {
	return base32(at, 10) + base32(number, 16);
}

function base32(value: number, length: number): string {
	let text = '';
	for (let rest = value; text.length < length; rest = Math.floor(rest / 32))
		text = (DIGITS[rest % 32] ?? '') + text;
	return text;
}
