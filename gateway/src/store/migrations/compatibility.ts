import { ExplainedError } from '../../lib/errors/explained-error.ts';
import type { Db } from '../schema.ts';
import { schemaNumber, type Migrations, schemaOf } from './step.ts';

/** The database was upgraded by a later version, and this one cannot work on it. */
export class SchemaTooNew extends ExplainedError {
	constructor(version: string | null) {
		const by = version === null ? 'a later version' : `version ${version}`;
		const start = version === null ? 'that version' : `version ${version} or later`;
		super(
			`The database was upgraded by ${by} of the gateway, and this version cannot work on it. Start ${start}, or restore the backup from before the upgrade (see docs/upgrade.md).`,
		);
		this.name = 'SchemaTooNew';
	}
}

/** The stored limits on the gateways that may work on the database. */
export interface Compatibility {
	oldestSchema: number;
	/** The version that brought the database to its schema; null: an earlier one, which did not store it. */
	version: string | null;
}

/** Reads the compatibility of a database; null: its schema is older than 8, which stores it. */
async function readCompatibility(db: Db, executed: readonly string[]): Promise<Compatibility | null> {
	if (!executed.some((name) => schemaNumber(name) >= 8)) return null;
	const row = await db
		.selectFrom('schema_compatibility')
		.select(['oldest_schema', 'gateway_version'])
		.where('id', '=', 1)
		.executeTakeFirst();
	if (row === undefined) return null;
	return {
		oldestSchema: row.oldest_schema,
		version: row.gateway_version === '' ? null : row.gateway_version,
	};
}

/** Throws SchemaTooNew where the database has steps that a version does not know, and is not compatible with it. */
export async function requireCompatible(
	db: Db,
	executed: readonly string[],
	migrations: Migrations,
): Promise<void> {
	const isNewer = executed.some((name) => !(name in migrations.steps));
	const compatibility = await readCompatibility(db, executed);
	const own = schemaOf(migrations);
	if (compatibility !== null && compatibility.oldestSchema > own) {
		throw new SchemaTooNew(compatibility.version);
	}
	if (isNewer && compatibility === null) throw new SchemaTooNew(null);
}

/** Stores that only gateways which know a schema may work on the database from now on. */
export async function raiseOldestSchema(db: Db, oldestSchema: number, version: string): Promise<void> {
	await db
		.updateTable('schema_compatibility')
		.set({ oldest_schema: oldestSchema, gateway_version: version })
		.where('id', '=', 1)
		.where('oldest_schema', '<', oldestSchema)
		.execute();
}

/** Stores which version brought the database to its schema. */
export async function storeVersion(db: Db, version: string): Promise<void> {
	await db
		.updateTable('schema_compatibility')
		.set({ gateway_version: version })
		.where('id', '=', 1)
		.execute();
}
