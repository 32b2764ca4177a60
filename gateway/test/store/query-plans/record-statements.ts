import { DatabaseSync } from 'node:sqlite';
import type pg from 'pg';
import { importOnce } from '../../support/import-once.ts';

/** A statement that a gateway executed. */
export interface Statement {
	text: string;
	/** The parameters of its first execution; none on SQLite, where plans do not depend on them. */
	values: readonly unknown[];
	/** The statement from which its PostgreSQL session has its settings; empty on SQLite. */
	settings: string;
}

export interface Recording {
	/** The statements so far, each text once for each kind of session. */
	statements(): Statement[];
	stop(): void;
}

const READS_OR_WRITES = /^\s*(select|insert|update|delete|with)\b/i;

/** Records the statements that gateways of this process execute from now on, on both engines, below their own code. */
export async function recordStatements(): Promise<Recording> {
	// Gateways of tests have modules outside of Jest's.
	const { default: driver } = await importOnce<{ default: typeof pg }>('pg', import.meta.url);
	const recorded = new Map<string, Statement>();
	const add = (text: string, values: readonly unknown[], settings: string): void => {
		const key = `${settings}\n${text}`;
		if (READS_OR_WRITES.test(text) && !recorded.has(key)) recorded.set(key, { text, values, settings });
	};
	const settingsOf = new WeakMap<pg.Client, string>();

	const prepare = Object.getOwnPropertyDescriptor(DatabaseSync.prototype, 'prepare')
		?.value as DatabaseSync['prepare'];
	DatabaseSync.prototype.prepare = function (this: DatabaseSync, text: string) {
		add(text, [], '');
		return prepare.call(this, text);
	};

	type Query = (this: pg.Client, ...parameters: unknown[]) => unknown;
	const prototype = driver.Client.prototype as unknown as { query: Query };
	const query = prototype.query;
	prototype.query = function (...parameters) {
		const [first, second] = parameters;
		const { text, values } =
			typeof first === 'string'
				? { text: first, values: second }
				: (first as { text?: unknown; values?: unknown });
		if (typeof text === 'string') {
			if (text.includes('set_config(')) settingsOf.set(this, text);
			add(text, Array.isArray(values) ? values : [], settingsOf.get(this) ?? '');
		}
		return query.apply(this, parameters);
	};

	return {
		statements: () => [...recorded.values()],
		stop() {
			DatabaseSync.prototype.prepare = prepare;
			prototype.query = query;
		},
	};
}
