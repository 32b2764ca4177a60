import { sql, type Kysely, type RawBuilder } from 'kysely';
import { engineOf } from '../../../engine/engine.ts';

/** The column type of texts, as it stands in a `create table` statement. */
export type TextType = RawBuilder<unknown>;

/**
 * Returns the column type of texts. PostgreSQL compares texts by the rules of a language unless told otherwise; ids
 * sort by time and searches are ranges only where texts are compared byte by byte, as SQLite does.
 */
export function textType(db: Kysely<unknown>): TextType {
	return engineOf(db) === 'postgres' ? sql`text collate "C"` : sql`text`;
}
