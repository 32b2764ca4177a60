import type { Connections } from '../network/connections/connections.ts';
import { recordAudit } from '../store/access/audit-log.ts';
import { beginDeletion } from '../store/instances/deletion.ts';
import { findInstance } from '../store/instances/instances.ts';
import type { InstanceRow } from '../store/schema.ts';
import type { ConnectionDeps } from './connect-instance.ts';
import { instanceOrThrow } from './find-instance.ts';
import { removeInstance, removeRows, type RemovalDeps } from './remove-instance.ts';

/**
 * Disconnects an instance, deletes it with its messages, chats, contacts, webhooks and media, and returns its last row.
 * startResumingDeletions() completes a deletion that a crash interrupts. A second request meanwhile, such as one that is
 * repeated because its client did not wait, ends with the first one. Throws instance_not_found. (An addition.)
 */
export async function deleteInstance(
	deps: Omit<ConnectionDeps, 'fence'> & RemovalDeps,
	id: string,
	actor: string,
): Promise<InstanceRow> {
	const { store, clock, newId, connections } = deps;
	const at = clock.now();
	const instance = await instanceOrThrow(store.read, id);
	await disconnect(connections, instance);
	await store.commit(async ({ db }) => {
		if (!(await beginDeletion(db, instance.id, at))) return;
		const details = { name: instance.name };
		const act = { action: 'instance.deleted' as const, target: instance.id, details };
		await recordAudit(db, newId, { actor, at }, act);
	});
	await removeRows(deps, instance.id);
	// Another request may have connected the instance since, or deleted it.
	const left = await findInstance(store.read, instance.id);
	if (left === undefined) return instance;
	await disconnect(connections, left);
	await removeInstance(deps, instance.id);
	return instance;
}

async function disconnect(connections: Connections, { id, status }: InstanceRow): Promise<void> {
	if (status !== 'disconnected') await connections.disconnect(id);
}
