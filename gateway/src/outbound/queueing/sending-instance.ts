import { GatewayError } from '../../domain/error.ts';
import { acceptsMessages } from '../../domain/instances/instance.ts';
import { throwInvalidInstance } from '../../instances/find-instance.ts';
import { findInstances } from '../../store/instances/instances.ts';
import type { Db, InstanceRow } from '../../store/schema.ts';

/** The instance that a message is sent through. Throws invalid_instance, instance_disconnected. */
export async function sendingInstanceOrThrow(db: Db, instanceId: string): Promise<InstanceRow> {
	return sendingInstance(await findInstances(db, [instanceId]), instanceId);
}

export function sendingInstance(
	instances: ReadonlyMap<string, InstanceRow>,
	instanceId: string,
): InstanceRow {
	const instance = instances.get(instanceId) ?? throwInvalidInstance();
	if (acceptsMessages(instance.status)) return instance;
	throw new GatewayError(
		'instance_disconnected',
		`The instance "${instance.name}" is disconnected. Connect it with POST /v1/instances/${instance.id}/connect, then send again.`,
	);
}
