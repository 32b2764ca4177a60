import type { Connections } from '../network/connections.ts';
import { deleteInstance as deleteRow } from '../store/instances/instances.ts';
import { deleteSomeMessages } from '../store/messages/messages.ts';
import type { InstanceRow } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import { deleteWebhooksOf } from '../store/webhooks/webhooks.ts';
import type { WriteAudit } from './connect-instance.ts';
import { instanceOrThrow } from './find.ts';

/** Messages removed in one commit: what holds up the traffic of others for a few milliseconds. */
const AT_ONCE = { rows: 500, bytes: 512 * 1024 };

/**
 * Ends an instance's connection and deletes it with its messages, chats, contacts and webhooks; `note` gets the
 * instance as it was. The messages go first, in pieces, however many there are. Throws instance_not_found. (An
 * addition.)
 */
export async function deleteInstance(
	store: Store,
	connections: Connections,
	id: string,
	note: (instance: InstanceRow) => WriteAudit,
): Promise<InstanceRow> {
	const instance = await instanceOrThrow(store.read, id);
	await disconnect(connections, instance);
	const removeSome = () =>
		store.commit(({ db }) => deleteSomeMessages(db, instance.id, AT_ONCE.rows), AT_ONCE);
	while ((await removeSome()) === AT_ONCE.rows);
	// That took its time, in which somebody may have connected it again.
	await disconnect(connections, await instanceOrThrow(store.read, id));
	await store.commit(async (scope) => {
		await deleteWebhooksOf(scope.db, instance.id);
		await deleteRow(scope.db, instance.id);
		await note(instance)(scope);
	});
	return instance;
}

async function disconnect(connections: Connections, { id, status }: InstanceRow): Promise<void> {
	if (status !== 'disconnected') await connections.disconnect(id);
}
