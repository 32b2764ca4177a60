import { temporaryStorage, type EngineName, type Storage } from '../bench/server/engine.ts';
import { startPostgres, type PostgresServer } from '../postgres/server.ts';

/** Where the gateways of a run work. */
export interface Environment {
	/** One a gateway. */
	places: Storage[];
	/** Null on SQLite. */
	database: PostgresServer | null;
	remove(): Promise<void>;
}

/** A folder for each gateway, and on PostgreSQL one database for all of them, on a server of their own. */
export async function createEnvironment(engine: EngineName, gateways: number): Promise<Environment> {
	const database = engine === 'postgres' ? await startPostgres() : null;
	const url = await database?.createDatabase();
	const settings: Record<string, string> = url === undefined ? {} : { DATABASE_URL: url };
	const places: Storage[] = [];
	for (let count = 0; count < gateways; count += 1) places.push(await temporaryStorage(settings));
	return {
		places,
		database,
		async remove() {
			await database?.stop();
			for (const place of places) await place.remove();
		},
	};
}
