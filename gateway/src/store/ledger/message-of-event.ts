import { sql, type RawBuilder } from 'kysely';
import { idLength, type MessageId } from '../../domain/ids.ts';
import { engineOf } from '../engine/engine.ts';
import type { Db } from '../schema.ts';

/** The text before the message's id in the envelope of an event about a message; no part of it comes from a user. */
const BEFORE_ID = '"data":{"messageId":"';
const ID_LENGTH = idLength('msg');
/** The end of the envelope of a test event. */
const TEST_END = ',"test":true}';

/** The id of the message that an event is about; a meaningless text for other events. */
export function messageOfEvent(db: Db): RawBuilder<MessageId> {
	return sql<MessageId>`substr(events.body, ${indexOfId(db)} + ${sql.lit(BEFORE_ID.length)}, ${sql.lit(ID_LENGTH)})`;
}

/** Whether an event is about a message, and no test. */
export function isAboutMessage(db: Db): RawBuilder<boolean> {
	return sql<boolean>`${indexOfId(db)} > 0
		and substr(events.body, length(events.body) - ${sql.lit(TEST_END.length - 1)}) <> ${sql.lit(TEST_END)}`;
}

function indexOfId(db: Db): RawBuilder<number> {
	return engineOf(db) === 'postgres'
		? sql`strpos(events.body, ${sql.lit(BEFORE_ID)})`
		: sql`instr(events.body, ${sql.lit(BEFORE_ID)})`;
}
