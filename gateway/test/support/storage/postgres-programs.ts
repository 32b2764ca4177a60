import { existsSync, globSync } from 'node:fs';
import path from 'node:path';

/** The programs that create, dump and restore a database. */
const NEEDED = ['initdb', 'postgres', 'pg_dump', 'pg_restore'];

/**
 * Returns the folder of a PostgreSQL installation with a server and its client programs of one version; null: this
 * machine has none. Debian and Ubuntu put such a folder on no PATH.
 */
export function installedPostgres(): string | null {
	const onPath = (process.env.PATH ?? '').split(path.delimiter);
	const versions = globSync('/usr/lib/postgresql/*/bin').sort((a, b) =>
		a.localeCompare(b, 'en', { numeric: true }),
	);
	const folders = [...versions.reverse(), ...onPath];
	return folders.find((folder) => NEEDED.every((name) => existsSync(path.join(folder, name)))) ?? null;
}
