import { GatewayError } from '../domain/error.ts';
import type { Connections } from '../network/connections.ts';
import type { Db, InstanceRow } from '../store/schema.ts';
import { instanceOrThrow } from './find.ts';

/**
 * Ends an instance's connection, or the wait for a scan, with the reason `user_request`; the session at the
 * network ends too. Throws instance_not_found, instance_disconnected. (An addition.)
 */
export async function disconnectInstance(db: Db, connections: Connections, id: string): Promise<InstanceRow> {
	const instance = await instanceOrThrow(db, id);
	if (instance.status === 'disconnected') {
		throw new GatewayError(
			'instance_disconnected',
			`The instance "${instance.name}" is disconnected already. There is nothing to do.`,
		);
	}
	await connections.disconnect(instance.id);
	return instance;
}
