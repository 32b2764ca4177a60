import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { DueRange } from '../../domain/due-range.ts';

/** Whether the time in a column is due; see isDue(). */
export function isDueIn(column: string, { now, latest }: DueRange): RawBuilder<SqlBool> {
	return sql`(${sql.ref(column)} <= ${now} or ${sql.ref(column)} > ${latest})`;
}
