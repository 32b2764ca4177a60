import {
	callGateway,
	createInstance,
	instanceStatus,
	type Instance,
} from '../../../playground/src/gateway-client.ts';
import type { Gateway } from '../../../playground/src/gateway-service.ts';
import { until } from '../../../playground/src/until.ts';

/** Creates an instance and connects it as a person does. */
export async function connectedInstance(gateway: Gateway, name: string): Promise<Instance> {
	const instance = await createInstance(gateway, name);
	await callGateway(gateway, 'POST', `/v1/instances/${instance.id}/connect`, { method: 'qrcode' });
	await scan(gateway, instance.id);
	return instance;
}

/** The phone scans the QR code on show; settles when the instance is connected. */
export async function scan(gateway: Gateway, instanceId: string): Promise<void> {
	await callGateway(gateway, 'POST', `/simulator/v1/instances/${instanceId}/scan`);
	await untilConnected(gateway, instanceId);
}

/** Settles when an instance is connected. */
export async function untilConnected(gateway: Gateway, instanceId: string): Promise<void> {
	await until({ what: `${instanceId} to connect`, seconds: 20, everyMs: 100 }, async () =>
		(await instanceStatus(gateway, instanceId)) === 'connected' ? true : undefined,
	);
}

/** The session is ended on the phone. */
export async function logOut(gateway: Gateway, instanceId: string): Promise<void> {
	await callGateway(gateway, 'POST', `/simulator/v1/instances/${instanceId}/logout`);
}

/** Gives the image of the QR code on show. */
export async function qrCodeOf(gateway: Gateway, instanceId: string): Promise<Buffer> {
	const answer = await callGateway(gateway, 'GET', `/v1/instances/${instanceId}/qrcode`);
	const { qrCode } = (answer as { data: { qrCode: string } }).data;
	return Buffer.from(qrCode.replace('data:image/png;base64,', ''), 'base64');
}

/** Deletes an instance with all that belongs to it. */
export async function deleteInstance(gateway: Gateway, instanceId: string): Promise<void> {
	await callGateway(gateway, 'DELETE', `/v1/instances/${instanceId}`);
}
