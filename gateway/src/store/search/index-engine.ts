import { engineOf } from '../engine/engine.ts';
import type { MessageId } from '../../domain/ids.ts';
import type { Db } from '../schema.ts';
import { postgresIndex } from './postgres-index.ts';
import { sqliteIndex } from './sqlite-index.ts';

/** A query of the index: messages under all of `terms`, all `prefixes`, and one term of each of `choices`. */
export interface IndexQuery {
	terms: readonly string[];
	/** Beginnings of terms. */
	prefixes: readonly string[];
	/** Lists of terms, each with at least one. */
	choices: readonly (readonly string[])[];
}

/** The range to search: ids from `from` on, and before `before`. */
export interface IndexRange {
	from: MessageId;
	before: MessageId;
}

/** Messages that may match, newest first. */
export interface Candidates {
	ids: MessageId[];
	/** The next search starts before this id; null: there are no more messages. */
	next: MessageId | null;
}

/** The index of one engine: the full text search of SQLite (FTS5), or texts as tsvector in PostgreSQL. */
export interface MessageIndex {
	/** Reads messages again, whether the index has them or not, and whether they still exist. */
	update(db: Db, ids: readonly MessageId[]): Promise<void>;
	/** Finds about `limit` messages that may match a query. */
	find(db: Db, query: IndexQuery, range: IndexRange, limit: number): Promise<Candidates>;
}

/** The index of the database that a connection is to. */
export function messageIndexOf(db: Db): MessageIndex {
	return engineOf(db) === 'sqlite' ? sqliteIndex : postgresIndex;
}
