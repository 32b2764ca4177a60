import type { BinaryNode, WASocket } from 'baileys';
import { createExpiringMap } from '../../../../lib/bounded/expiring-map.ts';
import { createSemaphore } from '../../../../lib/concurrency/semaphore.ts';
import type { Device, DeviceConnection } from '../../device.ts';
import type { MessageSender } from '../../outbound/message-sender.ts';

/** Times a message is sent again to one device; WhatsApp's clients request it as often at most. */
const MAX_RESENDS = 5;
/** How often messages were sent again, by device and message. */
const COUNTERS = { limit: 20_000, ttl: 3_600_000, keyLength: 256 };

type Bundle = Parameters<WASocket['signalRepository']['injectE2ESession']>[0];

/** Answers the request of a device in a group for a message that it could not decrypt. */
export type ResendInGroup = (connection: DeviceConnection, request: BinaryNode) => Promise<void>;

/**
 * Sends a message of a group again to the device that requests it, and to no other, one request after the other. Baileys
 * sends it to the whole group where a phone requests it, and gives everybody the key of the group anew: each request of
 * one member costs thousands of encryptions in a large group.
 */
export function createResendInGroup(
	device: Pick<Device, 'baileys' | 'clock'>,
	sender: Pick<MessageSender, 'contentForRetry'>,
): ResendInGroup {
	const { baileys, clock } = device;
	const counters = createExpiringMap<number>(clock, COUNTERS);
	const serially = createSemaphore(1);

	/** Begins a new session with a device, with the keys that it sent or with those that WhatsApp has. */
	async function beginSession(socket: WASocket, jid: string, request: BinaryNode): Promise<void> {
		// A device without a one-time key sends none, which Baileys' type leaves out.
		const session = baileys.extractE2ESessionFromRetryReceipt(request) as Bundle['session'] | null;
		const isBegun =
			session !== null &&
			(await socket.signalRepository.injectE2ESession({ jid, session }).then(
				() => true,
				// Keys that are no keys.
				() => false,
			));
		if (!isBegun) await socket.assertSessions([jid], true);
	}

	async function resend({ socket }: DeviceConnection, request: BinaryNode): Promise<void> {
		const { id = '', from = '', participant } = request.attrs;
		// WhatsApp delivers a request again that waited here when its connection ended.
		if (participant === undefined || !socket.ws.isOpen) return;
		const name = `${participant} ${id}`;
		const resends = counters.get(name) ?? 0;
		if (resends >= MAX_RESENDS) return;
		counters.set(name, resends + 1);
		const content = await sender.contentForRetry({ id, remoteJid: from });
		if (content === undefined) return;
		await beginSession(socket, participant, request);
		const count = Number(baileys.getBinaryNodeChild(request, 'retry')?.attrs.count) || 1;
		await socket.relayMessage(from, content, { messageId: id, participant: { jid: participant, count } });
	}

	return (connection, request) => serially(() => resend(connection, request));
}
