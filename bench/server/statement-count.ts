import pg from 'pg';

/**
 * Flags of a PostgreSQL server that can count statements. It counts those of a database only after `countStatements`, so
 * that other measurements do not pay for it.
 */
export const STATEMENT_COUNT_FLAGS = [
	'-c',
	'shared_preload_libraries=pg_stat_statements',
	'-c',
	'pg_stat_statements.track=none',
];

/** The statements of one database. */
export interface StatementCount {
	/** Returns how many statements its clients have executed, including `begin` and `commit`. */
	total(): Promise<number>;
	close(): Promise<void>;
}

/**
 * Makes the server count the statements of a database, of connections that are opened from now on. Its own connection is
 * to another database, so that its statements do not count.
 */
export async function countStatements(databaseUrl: string): Promise<StatementCount> {
	const url = new URL(databaseUrl);
	const database = url.pathname.slice(1);
	url.pathname = '/postgres';
	const client = new pg.Client(url.href);
	await client.connect();
	await client.query('create extension if not exists pg_stat_statements');
	await client.query(
		`alter database ${client.escapeIdentifier(database)} set pg_stat_statements.track = 'top'`,
	);
	return {
		async total() {
			const { rows } = await client.query<{ calls: string }>(
				`select coalesce(sum(calls), 0) as calls from pg_stat_statements
				join pg_database on pg_database.oid = dbid where datname = $1`,
				[database],
			);
			return Number(rows[0]?.calls ?? Number.NaN);
		},
		close: () => client.end(),
	};
}
