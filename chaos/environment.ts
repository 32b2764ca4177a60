import { temporaryStorage, type EngineName, type Storage } from '../bench/server/engine.ts';
import { startPostgres, type PostgresServer } from '../postgres/server.ts';

/** The storage of the gateways of a run. */
export interface Environment {
	/** One per gateway. */
	storages: Storage[];
	/** Null on SQLite. */
	database: PostgresServer | null;
	remove(): Promise<void>;
}

/** Creates a folder for each gateway, and on PostgreSQL a server with one database for all of them. */
export async function createEnvironment(engine: EngineName, gateways: number): Promise<Environment> {
	const database = engine === 'postgres' ? await startPostgres() : null;
	const url = await database?.createDatabase();
	const settings: Record<string, string> = url === undefined ? {} : { DATABASE_URL: url };
	const storages: Storage[] = [];
	for (let count = 0; count < gateways; count += 1) storages.push(await temporaryStorage(settings));
	return {
		storages,
		database,
		async remove() {
			await database?.stop();
			for (const storage of storages) await storage.remove();
		},
	};
}
