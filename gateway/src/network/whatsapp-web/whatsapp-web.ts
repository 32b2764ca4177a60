import type { Dispatcher } from 'undici';
import type { Clock } from '../../domain/clock.ts';
import type { InstanceId } from '../../domain/ids.ts';
import type { NetworkConnection, NetworkDriver, DriverContext } from '../driver.ts';
import type { ErrorScopes } from '../error-scopes.ts';
import type { FileStore } from '../file-store.ts';
import type { Log } from '../log.ts';
import type { CountNetworkFault } from '../network-fault.ts';
import type { EncryptSession } from '../encrypted-session.ts';
import { hasDevice } from './session/auth-state.ts';
import { loadBaileys } from './baileys/baileys.ts';
import { connectDevice, type ConnectedDevice } from './connect-device.ts';
import { openConnection } from './connection.ts';
import { createSemaphore } from './waiting-room.ts';

/** Connections that are opened at the same time: each takes a good deal of reckoning. */
const OPENINGS = 8;

/** WhatsApp as a device linked by QR code: the method `qrcode`. */
export type WhatsAppWeb = Pick<NetworkDriver, 'link' | 'resume'>;

export interface WhatsAppWebDeps {
	/** Where WhatsApp's multi-device server listens. */
	url: string;
	/** The version of WhatsApp's web client that devices say they are; absent: the one Baileys comes with. */
	version?: [number, number, number];
	clock: Clock;
	/** A number in [0, 1). */
	random: () => number;
	seal: EncryptSession;
	files: FileStore;
	/** The guarded way out, for files that arrive. */
	agent: Dispatcher;
	scopes: ErrorScopes;
	count: CountNetworkFault;
	/** Names the running process. */
	processId: string;
	log: Log;
}

/** Where instances connect by QR code. Baileys is loaded when the first one does. */
export function createWhatsAppWeb(port: WhatsAppWebDeps): WhatsAppWeb {
	const openings = createSemaphore(OPENINGS);

	async function open(
		instanceId: InstanceId,
		host: DriverContext,
		how: 'link' | 'resume',
	): Promise<{ connected: ConnectedDevice; connection: NetworkConnection }> {
		const baileys = await loadBaileys();
		const connected = await connectDevice(instanceId, host, how, { ...port, baileys, openings });
		return { connected, connection: openConnection(connected) };
	}

	return {
		async link(instanceId, host) {
			if (await hasDevice(host.session)) {
				// What was linked before goes on without a scan, if WhatsApp still knows it.
				const { connection } = await open(instanceId, host, 'resume');
				host.report([{ kind: 'connecting' }]).catch(() => undefined);
				return connection;
			}
			const { connected, connection } = await open(instanceId, host, 'link');
			await connected.begun;
			return connection;
		},
		resume: async (instanceId, host) => (await open(instanceId, host, 'resume')).connection,
	};
}
