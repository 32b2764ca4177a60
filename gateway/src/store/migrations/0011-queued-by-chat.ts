import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { engineOf } from '../engine/engine.ts';

/** Where several gateways accept messages for one chat, each asks whether older ones wait in it. */
export const queuedByChat: Migration = {
	async up(db: Kysely<unknown>): Promise<void> {
		if (engineOf(db) === 'sqlite') return;
		await sql`create index messages_queued_by_chat on messages (instance_id, chat_id, id)
			where status = 'queued'`.execute(db);
	},
};
