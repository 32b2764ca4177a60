import type { InstanceId, MessageId } from '../../src/domain/ids.ts';
import type { Clock } from '../../src/domain/clock.ts';
import { createIds, systemEntropy } from '../../src/runtime/system.ts';
import { findMessage, insertQueuedMessages, NO_MEDIA } from '../../src/store/messages/messages.ts';
import type { QueuedMessage } from '../../src/store/messages/messages.ts';
import type { MessageRow } from '../../src/store/schema.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { temporaryFolder } from '../support/data-folder.ts';
import { databaseEnvironment } from '../support/database.ts';

/** A store with one instance, in whose queue a test puts messages. No gateway works on it. */
export interface StoreWithQueue {
	store: Store;
	folder: string;
	newId: ReturnType<typeof createIds>;
	instanceId: InstanceId;
	/** Queues a text, or what `fields` make of it, and returns its row. */
	queue(fields?: Partial<QueuedMessage>): Promise<MessageRow>;
	/** The row of a message as it is now. */
	rowOf(id: MessageId): Promise<MessageRow>;
	close(): Promise<void>;
}

export async function openStoreWithQueue(clock: Clock): Promise<StoreWithQueue> {
	const { folder, remove } = await temporaryFolder();
	const { DATABASE_URL: databaseUrl = null } = await databaseEnvironment(folder);
	const store = await openStore({ dataFolder: folder, databaseUrl }, { clock });
	const newId = createIds(clock, systemEntropy);
	const instanceId = newId('inst');
	await store.commit(({ db }) =>
		db
			.insertInto('instances')
			.values({
				id: instanceId,
				name: 'Shop',
				status: 'connected',
				created_at: clock.now(),
				last_seen_at: clock.now(),
				webhook_events: '[]',
				auto_read: 0,
				auto_typing: 0,
				reject_calls: 0,
			})
			.execute(),
	);
	const rowOf = async (id: MessageId): Promise<MessageRow> => {
		const row = await findMessage(store.read, id);
		if (row === undefined) throw new Error(`There is no message ${id}.`);
		return row;
	};
	return {
		store,
		folder,
		newId,
		instanceId,
		async queue(fields = {}) {
			const message: QueuedMessage = {
				...NO_MEDIA,
				id: newId('msg'),
				instance_id: instanceId,
				chat_id: '4915112345678@s.whatsapp.net',
				recipient: '4915112345678',
				type: 'text',
				content: 'Hello',
				quoted_message_id: null,
				metadata: null,
				created_at: clock.now(),
				details: null,
				send_at: null,
				forced: 0,
				...fields,
			};
			await store.commit(({ db }) => insertQueuedMessages(db, [message]));
			return rowOf(message.id);
		},
		rowOf,
		async close() {
			await store.close();
			await remove();
		},
	};
}
