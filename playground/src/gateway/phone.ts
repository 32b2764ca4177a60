import { callGateway, createInstance, findInstance, getInstanceStatus } from './client.ts';
import type { Gateway } from './service.ts';
import { until } from '../process/until.ts';

const NAME = 'Playground phone';

/** Creates and connects the instance of the playground unless it is connected. Returns its ID. */
export async function connectPhone(gateway: Gateway, signal?: AbortSignal): Promise<string> {
	const instance = (await findInstance(gateway, NAME)) ?? (await createInstance(gateway, NAME));
	await until({ what: `"${NAME}" to connect`, seconds: 30, signal }, async () => {
		switch (await getInstanceStatus(gateway, instance.id)) {
			case 'connected':
				return true;
			case 'disconnected':
				await callGateway(gateway, 'POST', `/v1/instances/${instance.id}/connect`, { method: 'qrcode' });
				return undefined;
			case 'qr_pending':
				// Lets the simulated phone scan the QR code.
				await callGateway(gateway, 'POST', `/simulator/v1/instances/${instance.id}/scan`);
				return undefined;
			default:
				// `connecting` is a transient status.
				return undefined;
		}
	});
	return instance.id;
}
