import { callGateway, createInstance, findInstance, instanceStatus } from './gateway-client.ts';
import type { Gateway } from './gateway-service.ts';
import { until } from './until.ts';

const NAME = 'Playground phone';

/** Makes sure that the gateway has a connected instance; gives its id. */
export async function connectPhone(gateway: Gateway, signal?: AbortSignal): Promise<string> {
	const instance = (await findInstance(gateway, NAME)) ?? (await createInstance(gateway, NAME));
	await until({ what: `"${NAME}" to connect`, seconds: 30, signal }, async () => {
		switch (await instanceStatus(gateway, instance.id)) {
			case 'connected':
				return true;
			case 'disconnected':
				await callGateway(gateway, 'POST', `/v1/instances/${instance.id}/connect`, { method: 'qrcode' });
				return undefined;
			case 'qr_pending':
				// A person would now hold the phone's camera to the QR code; the simulated phone is told to.
				await callGateway(gateway, 'POST', `/simulator/v1/instances/${instance.id}/scan`);
				return undefined;
			default:
				// Connecting: a moment later it is one of the others.
				return undefined;
		}
	});
	return instance.id;
}
