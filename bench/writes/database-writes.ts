import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/** The writes of a server since its start, and the size of a database. */
export interface DatabaseWrites {
	/** Bytes of the write-ahead log, those of them that are whole pages, and how often it was synced. */
	wal: number;
	wholePages: number;
	syncs: number;
	transactions: number;
	connections: number;
	tables: ReadonlyMap<string, TableWrites>;
}

/** The changed rows of a table, and its size in bytes. */
export interface TableWrites {
	name: string;
	inserted: number;
	updated: number;
	/** Updates that changed no index. */
	hot: number;
	dead: number;
	size: number;
	indexes: number;
}

/** Milliseconds until every session has reported its statistics: it does so when it is idle, at most once a second. */
const REPORT_TIME = 1500;

/**
 * Reads the statistics of the server and of the client's database. Numbers are cast, because the driver reads bigint as
 * text.
 */
export async function readWrites(client: pg.Client): Promise<DatabaseWrites> {
	await sleep(REPORT_TIME);
	const server = await client.query<Omit<DatabaseWrites, 'tables'>>(
		`select wal_bytes::float8 as wal, wal_fpi::float8 * current_setting('block_size')::float8 as "wholePages",
			(select coalesce(sum(fsyncs), 0)::float8 from pg_stat_io where object = 'wal') as syncs,
			(select (xact_commit + xact_rollback)::float8 from pg_stat_database where datname = current_database()) as transactions,
			(select count(*)::float8 from pg_stat_activity where application_name = 'messaging-gateway'
				and datname = current_database()) as connections
		from pg_stat_wal`,
	);
	const [figures] = server.rows;
	if (figures === undefined) throw new Error('The server has no statistics of its write-ahead log.');
	const tables = await client.query<TableWrites>(
		`select relname as name, n_tup_ins::float8 as inserted, n_tup_upd::float8 as updated, n_tup_hot_upd::float8 as hot,
			n_dead_tup::float8 as dead, pg_table_size(relid)::float8 as size, pg_indexes_size(relid)::float8 as indexes
		from pg_stat_user_tables order by relname`,
	);
	return { ...figures, tables: new Map(tables.rows.map((table) => [table.name, table])) };
}

/** Returns the cost of each of `total` messages: a line for the server and one for each table that grew. */
export function describeWrites(before: DatabaseWrites, after: DatabaseWrites, total: number): string[] {
	const each = (what: 'wal' | 'wholePages' | 'syncs' | 'transactions'): number =>
		(after[what] - before[what]) / total;
	const lines = [
		`  write-ahead log: ${Math.round(each('wal'))} bytes, of them at most ${Math.round(each('wholePages'))} in whole pages`,
		`  transactions: ${each('transactions').toFixed(2)}, syncs of the log: ${each('syncs').toFixed(2)}, connections of all gateways: ${after.connections}`,
	];
	for (const [name, table] of after.tables) {
		const old = before.tables.get(name);
		if (old === undefined || table.inserted - old.inserted < total / 10) continue;
		const per = (what: Exclude<keyof TableWrites, 'name'>): number => (table[what] - old[what]) / total;
		lines.push(
			`  ${name}: ${per('inserted').toFixed(2)} rows inserted, ${per('updated').toFixed(2)} updated (${per('hot').toFixed(2)} without an index), ` +
				`${per('dead').toFixed(2)} dead; ${Math.round(per('size'))} bytes, indexes ${Math.round(per('indexes'))}`,
		);
	}
	return lines;
}
