import { GatewayError } from '../domain/error.ts';
import { recordAudit } from '../store/access/audit-log.ts';
import type { InstanceWithWebhook } from '../store/instances/instances.ts';
import type { ConnectionDeps } from './connect-instance.ts';
import { instanceOrThrow, instanceWithWebhookOrThrow } from './find-instance.ts';

/**
 * Closes an instance's connection, or ends the wait for a scan, with the reason `user_request`, and ends its session at
 * the network. Throws instance_not_found, instance_disconnected. (An addition.)
 */
export async function disconnectInstance(
	{ store, clock, newId, connections }: ConnectionDeps,
	id: string,
	actor: string,
): Promise<InstanceWithWebhook> {
	const at = clock.now();
	const instance = await instanceOrThrow(store.read, id);
	if (instance.status === 'disconnected') {
		throw new GatewayError(
			'instance_disconnected',
			`The instance "${instance.name}" is already disconnected. There is nothing to do.`,
		);
	}
	await store.commit(({ db }) =>
		recordAudit(db, newId, { actor, at }, { action: 'instance.disconnected', target: instance.id }),
	);
	await connections.disconnect(instance.id);
	return instanceWithWebhookOrThrow(store.read, instance.id);
}
