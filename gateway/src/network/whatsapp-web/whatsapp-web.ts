import type { InstanceId } from '../../domain/ids.ts';
import { createSemaphore } from '../../lib/concurrency/semaphore.ts';
import type { NetworkConnection, NetworkDriver, DriverContext } from '../driver.ts';
import { hasDevice } from './session/auth-state.ts';
import { loadBaileys } from './baileys/baileys.ts';
import { connectDevice } from './connect-device.ts';
import type { ConnectedDevice, ConnectMode, DeviceDeps } from './connected-device.ts';
import { createNetworkConnection } from './network-connection.ts';

/** Connections that are opened at the same time: the handshake of each uses much CPU time. */
const MAX_OPENING = 8;

/** The driver of connect method `qrcode`: WhatsApp as a linked device. */
export type WhatsAppWeb = Pick<NetworkDriver, 'link' | 'resume'>;

export type WhatsAppWebDeps = Omit<DeviceDeps, 'baileys' | 'limitOpening'>;

/** Creates the driver. It loads Baileys when the first instance connects. */
export function createWhatsAppWeb(deps: WhatsAppWebDeps): WhatsAppWeb {
	const limitOpening = createSemaphore(MAX_OPENING);

	async function open(
		instanceId: InstanceId,
		context: DriverContext,
		mode: ConnectMode,
	): Promise<{ connected: ConnectedDevice; connection: NetworkConnection }> {
		const baileys = await loadBaileys();
		const connected = await connectDevice(instanceId, context, mode, { ...deps, baileys, limitOpening });
		return { connected, connection: createNetworkConnection(connected) };
	}

	return {
		async link(instanceId, context, options) {
			if (await hasDevice(context.session)) {
				// A device that was linked before reconnects without a scan, if WhatsApp still accepts its keys.
				const { connection } = await open(instanceId, context, 'resume');
				context.report([{ kind: 'connecting' }]).catch(() => undefined);
				return connection;
			}
			const { connected, connection } = await open(instanceId, context, { kind: 'link', ...options });
			await connected.started;
			return connection;
		},
		resume: async (instanceId, context) => (await open(instanceId, context, 'resume')).connection,
	};
}
