import pg from 'pg';
import { connectionOptions } from '../store/engine/postgres/postgres.ts';
import { applySettings } from '../store/engine/postgres/prepare-connection.ts';
import type { EncryptionKeyTable } from '../store/schema.ts';
import { runPostgresTool } from './postgres-tools.ts';
import { ENCRYPTION_KEYS, LAST_MIGRATION, MEDIA_FILES, type DatabaseSnapshot } from './snapshot.ts';

/** Rows that are fetched at a time. */
const ROWS = 10_000;

/** A dump may take hours, and the transaction that holds its snapshot idles meanwhile. */
const NO_LIMITS = { statement_timeout: '0', idle_in_transaction_session_timeout: '0' };

/**
 * The schemas of other programs on the database. The gateway's user may not read them, and a restored gateway does not
 * need them.
 */
const OTHER_SCHEMAS = `select nspname as name from pg_namespace
	where nspname !~ '^pg_' and nspname not in ('information_schema', current_schema())`;

/** Returns the pattern of pg_dump that matches one name. */
function patternOf(name: string): string {
	return `"${name.replaceAll('"', '""')}"`;
}

/** Opens a snapshot of a PostgreSQL database, which pg_dump uses too. */
export async function openPostgresSnapshot(url: string): Promise<DatabaseSnapshot> {
	const client = new pg.Client(connectionOptions(url));
	// The statement that runs is rejected with it.
	client.on('error', () => undefined);
	await client.connect();
	try {
		await applySettings(client, NO_LIMITS);
		await client.query('begin isolation level repeatable read read only');
		const [exported] = (await client.query<{ id: string }>('select pg_export_snapshot() as id')).rows;
		const [last] = (await client.query<{ name: string }>(LAST_MIGRATION)).rows;
		const others = (await client.query<{ name: string }>(OTHER_SCHEMAS)).rows;
		const keys = await client.query<EncryptionKeyTable>(ENCRYPTION_KEYS);
		return {
			schema: String(last?.name),
			// pg_dump compresses.
			bytes: null,
			encryptionKeys: keys.rows,
			async *mediaFiles() {
				await client.query(`declare files no scroll cursor for ${MEDIA_FILES}`);
				for (;;) {
					const { rows } = await client.query<{ file: string }>(`fetch ${ROWS} from files`);
					if (rows.length === 0) break;
					for (const { file } of rows) yield file;
				}
				await client.query('close files');
			},
			async copyTo(file) {
				const snapshot = `--snapshot=${String(exported?.id)}`;
				await runPostgresTool(url, 'pg_dump', [
					'--format=custom',
					'--no-owner',
					'--no-privileges',
					snapshot,
					...others.map(({ name }) => `--exclude-schema=${patternOf(name)}`),
					`--file=${file}`,
				]);
			},
			close: () => client.end(),
		};
	} catch (error) {
		await client.end();
		throw error;
	}
}
