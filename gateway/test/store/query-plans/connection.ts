import path from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import pg from 'pg';
import { databaseEnvironment } from '../../support/database.ts';

/** One connection to the database of a data folder. */
export interface Connection {
	/** Runs a statement; returns its rows. */
	run(statement: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>;
	close(): Promise<void>;
}

/** Opens a connection; on PostgreSQL it has the settings that a statement of the gateway gives to a session. */
export async function openConnection(folder: string, settings = ''): Promise<Connection> {
	const { DATABASE_URL: url } = await databaseEnvironment(folder);
	if (url === undefined) {
		const file = new DatabaseSync(path.join(folder, 'gateway.db'));
		return {
			run: (statement, values = []) =>
				Promise.resolve(file.prepare(statement).all(...(values as SQLInputValue[]))),
			close: () => {
				file.close();
				return Promise.resolve();
			},
		};
	}
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	if (settings !== '') await client.query(settings);
	return {
		run: async (statement, values) => {
			const { rows } = await client.query<Record<string, unknown>>(
				statement,
				values === undefined ? undefined : [...values],
			);
			return rows;
		},
		close: () => client.end(),
	};
}
