import { sql, type Kysely } from 'kysely';
import { textType } from './0001-baseline/text-type.ts';
import type { Step } from '../step.ts';

/** Notes that people and workflows leave in chats. */
export const chatNotes: Step = {
	async up(db: Kysely<unknown>): Promise<void> {
		const text = textType(db);
		await sql`create table chat_notes (
			id ${text} primary key,
			instance_id ${text} not null references instances (id) on delete cascade,
			chat_id ${text} not null,
			text ${text} not null,
			author_id ${text} not null,
			author_name ${text} not null,
			created_at bigint not null
		)`.execute(db);
		await sql`create index chat_notes_by_chat on chat_notes (instance_id, chat_id, id)`.execute(db);
	},
};
