import type { Storage } from '../server/engine.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';
import type { MinimalStore } from './store.ts';

/** Opens the database of a storage, and creates the tables. */
export async function openStore({
	folder,
	settings,
}: Pick<Storage, 'folder' | 'settings'>): Promise<MinimalStore> {
	const url = settings.DATABASE_URL;
	return url === undefined ? openSqlite(folder) : openPostgres(url);
}
