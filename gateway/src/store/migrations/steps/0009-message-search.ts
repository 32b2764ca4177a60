import { sql, type Kysely } from 'kysely';
import { engineOf } from '../../engine/engine.ts';
import type { Db } from '../../schema.ts';
import { textType } from './0001-baseline/text-type.ts';
import type { Step } from '../step.ts';

/** The index of the texts of messages, which a job fills while the gateway works. */
export const messageSearch: Step = {
	async up(db: Kysely<unknown>): Promise<void> {
		const text = textType(db);
		const isPostgres = engineOf(db as Db) === 'postgres';
		const number = isPostgres
			? sql`bigint generated always as identity primary key`
			: sql`integer primary key`;
		await sql`create table message_index_changes (
			number ${number},
			message_id ${text} not null
		)`.execute(db);
		await sql`create table message_index_coverage (
			id integer primary key,
			covered_from bigint not null,
			covered_to bigint not null
		)`.execute(db);
		if (isPostgres) {
			await sql`create table message_index (
				message_id ${text} primary key,
				terms tsvector not null
			)`.execute(db);
			await sql`create index message_index_terms on message_index using gin (terms)`.execute(db);
			return;
		}
		// The gateway splits texts into terms itself, the same for both engines: the tokenizer only splits at spaces. The
		// index neither holds texts nor the places of terms in them, which the messages tell. It lists first letters, because
		// a search for one would read the lists of all words that begin with it.
		await sql`create virtual table message_index using fts5 (
			terms, content = '', contentless_delete = 1, detail = none, tokenize = "ascii tokenchars '_'",
			prefix = '1 2'
		)`.execute(db);
	},
};
