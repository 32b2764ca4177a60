import { GatewayError } from '../domain/error.ts';
import type { Db, InstanceRow } from '../store/schema.ts';
import { instanceOrThrow } from './find.ts';

/**
 * Returns an instance that can have a QR code. Throws instance_not_found, already_connected, official_api_instance.
 * (Specification, GET /v1/instances/{instanceId}/qrcode.)
 */
export async function instanceWithQrCodeOrThrow(db: Db, id: string): Promise<InstanceRow> {
	const instance = await instanceOrThrow(db, id);
	if (instance.status === 'connected') {
		throw new GatewayError(
			'already_connected',
			`The instance "${instance.name}" is connected; there is no QR code to scan.`,
		);
	}
	if (instance.method === 'official') {
		throw new GatewayError(
			'official_api_instance',
			`The instance "${instance.name}" connects through the official API and has no QR code. Use POST /v1/instances/${instance.id}/connect with method "official".`,
		);
	}
	return instance;
}
