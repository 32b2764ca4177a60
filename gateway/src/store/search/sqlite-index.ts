import { CompiledQuery } from 'kysely';
import { minIdAt, timestampOfId, type MessageId } from '../../domain/ids.ts';
import type { Db } from '../schema.ts';
import type { IndexQuery, MessageIndex } from './index-engine.ts';
import { messageTerms, TERM_COLUMNS, type IndexedMessage } from './message-terms.ts';

/*
 * A document of the index is a millisecond: it has the terms of the messages whose ids are of that time, mostly of one.
 * Its number is the time, so that the index returns the newest first, and no table has to map its numbers to ids.
 */

const MESSAGES_AT = `select ${TERM_COLUMNS.join(', ')} from messages where id >= ?1 and id < ?2`;
const IDS_AT = 'select id from messages where id >= ?1 and id < ?2 order by id desc';
const REPLACE = 'insert or replace into message_index (rowid, terms) values (?1, ?2)';
const DELETE = 'delete from message_index where rowid = ?1';
const MATCH = `select rowid as at from message_index
	where message_index match ?1 and rowid >= ?2 and rowid <= ?3 order by rowid desc limit ?4`;

export const sqliteIndex: MessageIndex = {
	async update(db, ids) {
		// In the order of time, because the index writes its buffer to the file when a document is not the latest.
		const times = [...new Set(ids.map((id) => timestampOfId(id)))].sort((a, b) => a - b);
		for (const at of times) {
			const messages = await select<IndexedMessage>(db, MESSAGES_AT, boundsOf(at));
			const terms = new Set(messages.flatMap((message) => messageTerms(message)));
			if (terms.size === 0) await db.executeQuery(CompiledQuery.raw(DELETE, [at]));
			else await db.executeQuery(CompiledQuery.raw(REPLACE, [at, [...terms].join(' ')]));
		}
	},

	async find(db, query, { from, before }, limit) {
		const last = timestampOfId(before);
		const times = await select<{ at: number }>(db, MATCH, [
			matchExpression(query),
			timestampOfId(from),
			last,
			limit,
		]);
		const ids: MessageId[] = [];
		for (const { at } of times) {
			for (const { id } of await select<{ id: MessageId }>(db, IDS_AT, boundsOf(at))) {
				if (id >= from && id < before) ids.push(id);
			}
		}
		const oldest = times.length < limit ? undefined : times.at(-1);
		return { ids, next: oldest === undefined ? null : minIdAt('msg', oldest.at) };
	},
};

async function select<Row>(db: Db, text: string, parameters: readonly (string | number)[]): Promise<Row[]> {
	return (await db.executeQuery<Row>(CompiledQuery.raw(text, [...parameters]) as CompiledQuery<Row>)).rows;
}

/** The first id of a millisecond, and that of the next one. */
function boundsOf(at: number): [MessageId, MessageId] {
	return [minIdAt('msg', at), minIdAt('msg', at + 1)];
}

/** Terms have letters, digits and underscores only, so that they need no escape between quotes. */
function matchExpression({ terms, prefixes, choices }: IndexQuery): string {
	return [
		...terms.map((term) => `"${term}"`),
		...prefixes.map((prefix) => `"${prefix}" *`),
		...choices.map((choice) => `(${choice.map((term) => `"${term}"`).join(' OR ')})`),
	].join(' AND ');
}
