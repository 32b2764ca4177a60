import { existsSync } from 'node:fs';
import path from 'node:path';
import { requireFinishedRestore } from '../backup/place-restored.ts';
import type { Config } from '../config/config.ts';
import { checkDataFolder } from '../runtime/check-data-folder.ts';
import { systemClock } from '../runtime/system.ts';
import { NoDatabase, openStore, type Store } from '../store/store.ts';

/**
 * Runs a command on the database, whether a gateway runs on it or not, and closes the store after it. Throws an
 * ExplainedError where there is no database, or one of another version.
 */
export async function withStore<T>(config: Config, run: (store: Store) => Promise<T>): Promise<T> {
	requireData(config);
	const store = await openStore(config, { clock: systemClock, requireSchema: true });
	try {
		return await run(store);
	} finally {
		await store.close();
	}
}

/** Throws an ExplainedError where a command would make a new data folder, or a new SQLite file. */
export function requireData({ dataFolder, databaseUrl }: Pick<Config, 'dataFolder' | 'databaseUrl'>): void {
	requireFinishedRestore(dataFolder);
	if (databaseUrl !== null) return;
	if (existsSync(path.join(dataFolder, 'gateway.db'))) {
		checkDataFolder(dataFolder);
		return;
	}
	throw new NoDatabase(
		`There is no gateway.db in the data folder ${dataFolder}`,
		'Set GATEWAY_DATA_DIR for this command to the data folder of your gateway.',
	);
}
