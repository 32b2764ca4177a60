import type { IDataObject } from 'n8n-workflow';

import type { Gateway } from './gateway.ts';

/** Creates an instance at the gateway and returns its ID. */
export async function createInstance(gateway: Gateway, name: string): Promise<string> {
	const { body } = await gateway.request<{ data: { id: string } }>('POST', '/v1/instances', { name });
	return body.data.id;
}

/** Creates an instance, lets its simulated phone scan the QR code, and returns the instance ID. */
export async function createConnectedInstance(gateway: Gateway, name: string): Promise<string> {
	const id = await createInstance(gateway, name);
	await gateway.request('POST', `/v1/instances/${id}/connect`, { method: 'qrcode' });
	await gateway.request('POST', `/simulator/v1/instances/${id}/scan`);
	return id;
}

/** Lets the simulator deliver a message to an instance. */
export async function receiveMessage(gateway: Gateway, id: string, message: IDataObject): Promise<void> {
	await gateway.request('POST', `/simulator/v1/instances/${id}/messages`, message);
}
