import { GatewayError } from '../domain/error.ts';
import type { Connections } from '../network/connections.ts';
import type { Db, InstanceRow } from '../store/schema.ts';
import { instanceOrThrow } from './find.ts';

/**
 * Begins to connect an instance by QR code, and gives it as it is then: `qr_pending` with the code on show. An
 * instance whose code is on show already is given as it is. Throws instance_not_found,
 * instance_already_connected. (Specification, POST /v1/instances/{instanceId}/connect.)
 */
export async function connectByQrCode(db: Db, connections: Connections, id: string): Promise<InstanceRow> {
	const instance = await instanceOrThrow(db, id);
	if (instance.status === 'connected') {
		throw new GatewayError(
			'instance_already_connected',
			`The instance "${instance.name}" is connected already, as ${instance.phone ?? 'an unknown number'}. There is nothing to do.`,
		);
	}
	if (instance.status === 'connecting') return instance;
	await connections.link(instance.id);
	return instanceOrThrow(db, id);
}
