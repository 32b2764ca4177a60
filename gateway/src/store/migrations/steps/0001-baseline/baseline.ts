import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createAccessTables } from './access.ts';
import { createChatTables } from './chats.ts';
import { createClusterTables } from './cluster.ts';
import { createInstanceTables } from './instances.ts';
import { createMessageTables } from './messages.ts';
import { textType } from './text-type.ts';
import { createWebhookTables } from './webhooks.ts';

/** The schema of the first release. It never changes again: what comes later is a migration of its own. */
export const baseline: Migration = {
	async up(db: Kysely<unknown>): Promise<void> {
		const text = textType(db);
		await createAccessTables(db, text);
		await createInstanceTables(db, text);
		await createChatTables(db, text);
		await createMessageTables(db, text);
		await createWebhookTables(db, text);
		await createClusterTables(db, text);
	},
};
