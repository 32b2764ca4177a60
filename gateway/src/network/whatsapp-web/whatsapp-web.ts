import type { Clock } from '../../domain/clock.ts';
import type { InstanceId } from '../../domain/ids.ts';
import type { NetworkConnection, NetworkDriver, NetworkHost } from '../driver.ts';
import type { FileKeeper } from '../file-keeper.ts';
import type { Log } from '../log.ts';
import type { SealSession } from '../sealed-session.ts';
import { loadBaileys } from './baileys.ts';
import { connectDevice, type ConnectedDevice, type DevicePort } from './connect-device.ts';
import { openConnection } from './connection.ts';
import { attachContacts, existingPhones } from './contacts.ts';
import { createHistoryReceiver } from './history.ts';
import { createMessageReceiver } from './receive-messages.ts';
import { attachReceipts } from './receive-receipts.ts';
import { createMessageSender, sentContent, type MessageSender } from './send-message.ts';
import { waitingRoom } from './waiting-room.ts';

/** Connections that are opened at the same time: each takes a good deal of reckoning. */
const OPENINGS = 8;

/** WhatsApp as a device linked by QR code: the method `qrcode`. */
export type WhatsAppWeb = Omit<NetworkDriver, 'connectOfficial'>;

export interface WhatsAppWebPort {
	/** Where WhatsApp's multi-device server listens. */
	url: string;
	clock: Clock;
	/** A number in [0, 1). */
	random: () => number;
	seal: SealSession;
	files: FileKeeper;
	log: Log;
}

/** Where instances connect by QR code. Baileys is loaded when the first one does. */
export function createWhatsAppWeb(port: WhatsAppWebPort): WhatsAppWeb {
	const openings = waitingRoom(OPENINGS);

	async function open(
		instanceId: InstanceId,
		host: NetworkHost,
	): Promise<{ connected: ConnectedDevice; connection: NetworkConnection }> {
		const baileys = await loadBaileys();
		let sender: MessageSender | null = null;
		const work: DevicePort['work'] = (device, inbox) => {
			const made = createMessageSender(device, async (phones) =>
				existingPhones((await device.link()).socket, phones),
			);
			sender = made;
			const history = createHistoryReceiver(device);
			const messages = createMessageReceiver(device, inbox, history.recorded);
			return {
				attach(link) {
					made.attach(link);
					messages.attach(link);
					attachReceipts(device, link);
					attachContacts(device, link);
					history.attach(link);
				},
				opened(link) {
					messages.recordLeftovers(link).catch((error: unknown) => {
						port.log.warn({ err: error, instanceId }, 'messages of an earlier connection are not recorded yet');
					});
				},
				lost() {
					made.lost();
				},
				sentMessage: async ({ id }) => (id ? sentContent(device, id) : undefined),
			};
		};
		const connected = await connectDevice(instanceId, host, { ...port, baileys, openings, work });
		if (sender === null) throw new Error('The device has no way to send.');
		return { connected, connection: openConnection(connected, sender) };
	}

	return {
		async link(instanceId, host) {
			const { connected, connection } = await open(instanceId, host);
			try {
				await connected.begun;
			} catch (error) {
				connected.hangUp();
				throw error;
			}
			return connection;
		},
		resume: async (instanceId, host) => (await open(instanceId, host)).connection,
	};
}
