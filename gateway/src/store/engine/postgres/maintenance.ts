import { sql } from 'kysely';
import type { Db } from '../../schema.ts';
import type { StoreMaintenance } from '../engine.ts';

/** PostgreSQL maintains its files itself (autovacuum): only the size is read. */
export function postgresMaintenance(read: Db): StoreMaintenance {
	return {
		async size() {
			const { rows } = await sql<{
				size: number;
			}>`select pg_database_size(current_database()) as size`.execute(read);
			return rows[0]?.size ?? null;
		},
		vacuum: () => Promise.resolve(false),
		checkpoint: () => Promise.resolve(),
	};
}
