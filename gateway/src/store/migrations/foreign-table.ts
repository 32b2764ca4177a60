import { ExplainedError } from '../../lib/errors/explained-error.ts';
import type { Engine } from '../engine/engine.ts';

/** The database has tables of another program, one of which has the name of one of the gateway's. */
export class ForeignTable extends ExplainedError {
	constructor(table: string, engine: Engine, options: ErrorOptions) {
		const remedy =
			engine === 'postgres'
				? 'Name an empty database in DATABASE_URL'
				: 'Set GATEWAY_DATA_DIR to an empty folder';
		super(
			`The database has a table "${table}" of another program, so the gateway cannot make its own. Nothing was changed. ${remedy}, then try again.`,
			options,
		);
		this.name = 'ForeignTable';
	}
}

/** Returns a ForeignTable where the first migration failed because of one; else the error. */
export function explainForeignTable(error: unknown, engine: Engine): unknown {
	if (!(error instanceof Error)) return error;
	// Of SQLite and PostgreSQL. Neither has another place for the name.
	const [, table] = /^(?:table|relation) "?([^" ]+)"? already exists$/.exec(error.message) ?? [];
	return table === undefined ? error : new ForeignTable(table, engine, { cause: error });
}
