import {
	callGateway,
	createInstance,
	getInstanceStatus,
	type Instance,
} from '../../../playground/src/gateway/client.ts';
import type { Gateway } from '../../../playground/src/gateway/service.ts';
import { until } from '../../../playground/src/process/until.ts';

/** Creates an instance and connects it by QR code. */
export async function createConnectedInstance(gateway: Gateway, name: string): Promise<Instance> {
	const instance = await createInstance(gateway, name);
	await callGateway(gateway, 'POST', `/v1/instances/${instance.id}/connect`, { method: 'qrcode' });
	await scan(gateway, instance.id);
	return instance;
}

/** Creates an instance and connects it through the simulated official API, which has templates. */
export async function createOfficialInstance(gateway: Gateway, name: string): Promise<Instance> {
	const instance = await createInstance(gateway, name);
	await callGateway(gateway, 'POST', `/v1/instances/${instance.id}/connect`, {
		method: 'official',
		businessId: '100200300',
		phoneNumberId: '4915100000001',
		accessToken: 'a-token-of-the-simulator',
	});
	return instance;
}

/** Lets the simulated phone scan the current QR code and waits until the instance is connected. */
export async function scan(gateway: Gateway, instanceId: string): Promise<void> {
	await callGateway(gateway, 'POST', `/simulator/v1/instances/${instanceId}/scan`);
	await waitUntilConnected(gateway, instanceId);
}

export async function waitUntilConnected(gateway: Gateway, instanceId: string): Promise<void> {
	await until({ what: `${instanceId} to connect`, seconds: 20, everyMs: 100 }, async () =>
		(await getInstanceStatus(gateway, instanceId)) === 'connected' ? true : undefined,
	);
}

/** Lets the simulated phone log the instance out. */
export async function logOut(gateway: Gateway, instanceId: string): Promise<void> {
	await callGateway(gateway, 'POST', `/simulator/v1/instances/${instanceId}/logout`);
}

/** Returns the PNG image of the current QR code. */
export async function getQrCode(gateway: Gateway, instanceId: string): Promise<Buffer> {
	const answer = await callGateway(gateway, 'GET', `/v1/instances/${instanceId}/qrcode`);
	const { qrCode } = (answer as { data: { qrCode: string } }).data;
	return Buffer.from(qrCode.replace('data:image/png;base64,', ''), 'base64');
}

/** Deletes an instance with its messages, chats and webhooks. */
export async function deleteInstance(gateway: Gateway, instanceId: string): Promise<void> {
	await callGateway(gateway, 'DELETE', `/v1/instances/${instanceId}`);
}
