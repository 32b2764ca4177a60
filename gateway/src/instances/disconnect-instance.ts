import { GatewayError } from '../domain/error.ts';
import type { Connections } from '../network/connections.ts';
import type { InstanceRow } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import type { WriteAudit } from './connect-instance.ts';
import { instanceOrThrow } from './find.ts';

/**
 * Ends an instance's connection, or the wait for a scan, with the reason `user_request`; the session at the
 * network ends too. Throws instance_not_found, instance_disconnected. (An addition.)
 */
export async function disconnectInstance(
	store: Store,
	connections: Connections,
	id: string,
	note: WriteAudit,
): Promise<InstanceRow> {
	const instance = await instanceOrThrow(store.read, id);
	if (instance.status === 'disconnected') {
		throw new GatewayError(
			'instance_disconnected',
			`The instance "${instance.name}" is disconnected already. There is nothing to do.`,
		);
	}
	await store.commit(note);
	await connections.disconnect(instance.id);
	return instance;
}
