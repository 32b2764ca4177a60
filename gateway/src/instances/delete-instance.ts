import type { Logger } from 'pino';
import type { MediaStorage } from '../media/media-storage.ts';
import type { Connections } from '../network/connections/connections.ts';
import { recordAudit } from '../store/access/audit-log.ts';
import { deleteInstance as deleteRow } from '../store/instances/instances.ts';
import { deleteSomeMessages } from '../store/messages/messages.ts';
import type { InstanceRow } from '../store/schema.ts';
import { deleteWebhooksOf } from '../store/webhooks/webhooks.ts';
import type { ConnectionDeps } from './connect-instance.ts';
import { instanceOrThrow } from './find.ts';

/** The messages deleted per commit: so few that other commits wait only a few milliseconds. */
const BATCH = { rows: 500, bytes: 512 * 1024 };

/**
 * Disconnects an instance, deletes it with its messages, chats, contacts, webhooks and media, and returns its last row.
 * Deletes the messages first, 500 per commit. Throws instance_not_found. (An addition.)
 */
export async function deleteInstance(
	deps: Omit<ConnectionDeps, 'fence'> & { folder: MediaStorage; log: Pick<Logger, 'warn'> },
	id: string,
	actor: string,
): Promise<InstanceRow> {
	const { store, clock, newId, connections, folder, log } = deps;
	const at = clock.now();
	const instance = await instanceOrThrow(store.read, id);
	await disconnect(connections, instance);
	const deleteBatch = () => store.commit(({ db }) => deleteSomeMessages(db, instance.id, BATCH.rows), BATCH);
	while ((await deleteBatch()) === BATCH.rows);
	// Another request may have connected the instance since.
	await disconnect(connections, await instanceOrThrow(store.read, id));
	await store.commit(async ({ db, emit }) => {
		await deleteWebhooksOf(db, instance.id);
		await deleteRow(db, instance.id);
		emit({ kind: 'instance_changed', instanceId: instance.id });
		const details = { name: instance.name };
		const act = { action: 'instance.deleted' as const, target: instance.id, details };
		await recordAudit(db, newId, { actor, at }, act);
	});
	await folder.removeOwner(instance.id).catch((error: unknown) => {
		log.warn(
			{ err: error },
			'the media of a deleted instance could not be removed; the next start removes them',
		);
	});
	return instance;
}

async function disconnect(connections: Connections, { id, status }: InstanceRow): Promise<void> {
	if (status !== 'disconnected') await connections.disconnect(id);
}
