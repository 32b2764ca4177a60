import { GatewayError } from '../domain/error.ts';
import type { Db, InstanceRow } from '../store/schema.ts';
import { instanceOrThrow } from './find-instance.ts';

/**
 * Returns an instance that can have a QR code. Throws instance_not_found, official_api_instance, and already_connected
 * with the status of the instance, so that a client that polls knows that it has succeeded.
 * (Specification, GET /v1/instances/{instanceId}/qrcode.)
 */
export async function instanceWithQrCodeOrThrow(db: Db, id: string): Promise<InstanceRow> {
	const instance = await instanceOrThrow(db, id);
	throwIfOfficial(instance);
	if (instance.status === 'connected') {
		throw new GatewayError(
			'already_connected',
			`The instance "${instance.name}" is connected; there is no QR code to scan.`,
			{ status: instance.status },
		);
	}
	return instance;
}

/** Throws official_api_instance for an instance that connects through the official API: it has no QR code. */
export function throwIfOfficial({ id, name, method }: InstanceRow): void {
	if (method !== 'official') return;
	throw new GatewayError(
		'official_api_instance',
		`The instance "${name}" connects through the official API and has no QR code. Use POST /v1/instances/${id}/connect with method "official", or create another instance.`,
	);
}
