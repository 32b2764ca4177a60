import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import { engineOf } from '../engine/engine.ts';
import type { Db } from '../schema.ts';

/*
 * Events have no column for their chat: it is in their text, by one of two names (see chatOf). Its member comes before
 * all objects in the text, and these may have members of the same name: the answers to a form are an object that its
 * sender writes. Quotation marks in texts are escaped.
 */

const CHAT = '"chatId":';
const GROUP = '"groupId":';

/** Whether the text of an event, or its start, has the id of a chat as `chatId`. */
export function hasChatId(db: Db, text: Expression<string>, chatId: string): RawBuilder<SqlBool> {
	return isFirst(db, text, CHAT, chatId);
}

/** Whether the text of an event contains the id of a chat, as its chat or as its group. */
export function namesChat(db: Db, text: Expression<string>, chatId: string): RawBuilder<SqlBool> {
	const isGroup = isFirst(db, text, GROUP, chatId);
	return sql`(${hasChatId(db, text, chatId)} or (${isGroup} and ${positionIn(db, text, CHAT)} = 0))`;
}

/** Whether a member is in a text, and the first of its name has this value. */
function isFirst(db: Db, text: Expression<string>, member: string, value: string): RawBuilder<SqlBool> {
	const found = positionIn(db, text, `${member}${JSON.stringify(value)}`);
	return sql`(${found} > 0 and ${found} = ${positionIn(db, text, member)})`;
}

/** The position of a part in a text; 0: it is not there. Not `like`, for which an id may contain wildcards. */
function positionIn(db: Db, text: Expression<string>, part: string): RawBuilder<number> {
	return engineOf(db) === 'postgres' ? sql`strpos(${text}, ${part})` : sql`instr(${text}, ${part})`;
}
