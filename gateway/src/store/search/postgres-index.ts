import { CompiledQuery, sql } from 'kysely';
import type { MessageId } from '../../domain/ids.ts';
import { padInList } from '../engine/chunk-in-list.ts';
import { rowsStatement, writeRows } from '../engine/write-rows.ts';
import type { Db } from '../schema.ts';
import type { IndexQuery, MessageIndex } from './index-engine.ts';
import { messageTerms, TERM_COLUMNS } from './message-terms.ts';

/** A message's terms as a tsvector without places: the server neither splits texts nor knows their language. */
const UPSERT = rowsStatement(
	{ id: 'text', terms: 'text' },
	{
		before: `insert into message_index (message_id, terms)
			select id, array_to_tsvector(string_to_array(terms, ' ')) from (`,
		after: `) as indexed (id, terms) on conflict (message_id) do update set terms = excluded.terms`,
	},
);

/** Messages that are searched one by one before the index is asked: a frequent term is found among them at once. */
const NEWEST = 3000;

/** Reads the newest messages of a range, and tests each. */
const FIND_AMONG_NEWEST = `select message_id as id from (
		select message_id, terms from message_index
		where message_id >= $2 and message_id < $3 order by message_id desc limit ${NEWEST}
	) as newest where terms @@ $1::tsquery order by message_id desc limit $4`;

/** Reads all matches from the index, which does not have them in the order of time. */
const FIND_IN_INDEX = `with found as materialized (
		select message_id from message_index where terms @@ $1::tsquery and message_id >= $2 and message_id < $3
	) select message_id as id from found order by message_id desc limit $4`;

export const postgresIndex: MessageIndex = {
	async update(db, ids) {
		if (ids.length === 0) return;
		const given = [...new Set(ids)].sort();
		const messages = await db
			.selectFrom('messages')
			.select(TERM_COLUMNS)
			.where('id', 'in', padInList(given))
			.execute();
		const rows = messages.map((message) => ({ id: message.id, terms: messageTerms(message).join(' ') }));
		const listed = rows.filter(({ terms }) => terms !== '').sort((a, b) => (a.id < b.id ? -1 : 1));
		const kept = new Set(listed.map(({ id }) => id));
		const gone = given.filter((id) => !kept.has(id));
		if (gone.length > 0) {
			await sql`delete from message_index where message_id in (${sql.join(padInList(gone))})`.execute(db);
		}
		await writeRows(db, UPSERT, listed);
	},

	async find(db, query, { from, before }, limit) {
		const parameters = [matchExpression(query), from, before, limit];
		const newest = await select(db, FIND_AMONG_NEWEST, parameters);
		const ids = newest.length === limit ? newest : await select(db, FIND_IN_INDEX, parameters);
		return { ids, next: ids.length < limit ? null : (ids.at(-1) ?? null) };
	},
};

async function select(db: Db, text: string, parameters: readonly (string | number)[]): Promise<MessageId[]> {
	const query = CompiledQuery.raw(text, [...parameters]) as CompiledQuery<{ id: MessageId }>;
	return (await db.executeQuery(query)).rows.map(({ id }) => id);
}

/** Terms have letters, digits and underscores only, so that they need no escape between quotes. */
function matchExpression({ terms, prefixes, choices }: IndexQuery): string {
	return [
		...terms.map((term) => `'${term}'`),
		...prefixes.map((prefix) => `'${prefix}':*`),
		...choices.map((choice) => `(${choice.map((term) => `'${term}'`).join(' | ')})`),
	].join(' & ');
}
