import type { BinaryNode } from 'baileys';
import { isPhone } from '../../../domain/phone.ts';
import type { OutgoingMessage } from '../../driver.ts';
import { PermanentSendError } from '../../permanent-send-error.ts';
import type { Device, DeviceConnection } from '../device.ts';
import { messageIdIn, networkIdOf } from './message-id.ts';
import { outgoingContent } from './outgoing-content.ts';
import { messageIdsIn, isFromChat } from '../inbound/receipt-stanza.ts';
import { sendRefusal } from './send-refusal.ts';

/** Milliseconds WhatsApp has to acknowledge a message. */
const ACK_TIMEOUT = 30_000;
/** Phones in the cache of phones that are on WhatsApp. */
const CACHE_SIZE = 5000;

/** Sends messages through the connections of a device. */
export interface MessageSender {
	/** Subscribes to the acknowledgements of a connection. */
	attach(connection: DeviceConnection): void;
	/** Rejects the sends that a lost connection left unacknowledged, so that they are retried. */
	onClosed(): void;
	/**
	 * Resolves when WhatsApp has acknowledged the message. Throws a PermanentSendError where it never will, and any
	 * other error where the message has to be sent again, under the same network id.
	 */
	send(message: OutgoingMessage): Promise<{ networkId: string }>;
}

/** A message that WhatsApp has not acknowledged yet. */
interface PendingAck {
	chatId: string;
	resolve: () => void;
	reject: (error: Error) => void;
}

/** `existing` returns the phones that are on WhatsApp. */
export function createMessageSender(
	device: Device,
	existing: (phones: readonly string[]) => Promise<ReadonlySet<string>>,
): MessageSender {
	/** By network id. */
	const pendingAcks = new Map<string, PendingAck>();
	const existingPhones = new Set<string>();

	/** Checked here because WhatsApp acknowledges a message to an unknown number, and never delivers it. */
	async function throwIfNotOnWhatsApp(to: string): Promise<void> {
		// Groups and people without a phone number are addressed by an id that WhatsApp assigned.
		if (!isPhone(to) || existingPhones.has(to)) return;
		if (!(await existing([to])).has(to)) {
			throw new PermanentSendError({ code: 'recipient_not_found', message: `${to} is not on WhatsApp.` });
		}
		const [oldest] = existingPhones;
		if (existingPhones.size >= CACHE_SIZE && oldest !== undefined) existingPhones.delete(oldest);
		existingPhones.add(to);
	}

	function waitForAck(networkId: string, chatId: string): Promise<void> {
		return new Promise((resolve, reject) => {
			const cancel = device.clock.schedule(ACK_TIMEOUT, () => {
				takePending(networkId)?.reject(new Error('WhatsApp did not acknowledge the message in time.'));
			});
			const withCancel =
				<Value>(settle: (value: Value) => void) =>
				(value: Value): void => {
					cancel();
					settle(value);
				};
			pendingAcks.set(networkId, { chatId, resolve: withCancel(resolve), reject: withCancel(reject) });
		});
	}

	function takePending(networkId: string): PendingAck | undefined {
		const pending = pendingAcks.get(networkId);
		pendingAcks.delete(networkId);
		return pending;
	}

	/** A receipt of a recipient proves that WhatsApp accepted the message, even if its acknowledgement was lost. */
	async function resolveByReceipt({ identities }: DeviceConnection, receipt: BinaryNode): Promise<void> {
		for (const id of messageIdsIn(device.baileys, receipt)) {
			const pending = pendingAcks.get(id);
			if (pending === undefined || !(await isFromChat(identities, pending.chatId, receipt.attrs))) continue;
			if (pendingAcks.get(id) === pending) takePending(id)?.resolve();
		}
	}

	/** Records that WhatsApp refused a message that was reported as sent before. */
	async function recordFailure(networkId: string, error: Error): Promise<void> {
		const messageId = messageIdIn(networkId);
		if (messageId === null || !(error instanceof PermanentSendError)) return;
		const failure = { code: error.code, message: error.message };
		device.unitOfWork.addEvents([{ kind: 'failure', messageId, failure, at: device.clock.now() }]);
		await device.unitOfWork.commit();
	}

	return {
		attach(connection) {
			const { socket } = connection;
			socket.ws.on('CB:receipt', (node: BinaryNode) => {
				resolveByReceipt(connection, node).catch(() => undefined);
			});
			socket.ws.on('CB:ack,class:message', ({ attrs }: BinaryNode) => {
				const { id = '', error } = attrs;
				const pending = takePending(id);
				if (error === undefined) pending?.resolve();
				else if (pending !== undefined) pending.reject(sendRefusal(Number(error)));
				else recordFailure(id, sendRefusal(Number(error))).catch(() => undefined);
			});
		},
		onClosed() {
			for (const networkId of [...pendingAcks.keys()]) {
				takePending(networkId)?.reject(
					new Error('The connection was lost before WhatsApp acknowledged the message.'),
				);
			}
		},
		async send(message) {
			const connection = await device.connection();
			await throwIfNotOnWhatsApp(message.to);
			const networkId = networkIdOf(message.id);
			const content = await outgoingContent(device, connection, message);
			const acknowledged = waitForAck(networkId, message.chatId);
			acknowledged.catch(() => undefined);
			try {
				// Under the lock of its chat: a chat does not wait for the device queries of another one.
				await device.locks.runAs(message.chatId, () =>
					connection.socket.relayMessage(message.chatId, content, { messageId: networkId }),
				);
			} catch (error) {
				takePending(networkId)?.reject(new Error('The message could not be sent to WhatsApp.'));
				throw error;
			}
			await acknowledged;
			return { networkId };
		},
	};
}

/**
 * The content of a sent message, for a recipient that could not decrypt it; built again from the stored message.
 * Undefined: the gateway did not send the message, or it was removed.
 */
export async function contentForRetry(
	device: Device,
	networkId: string,
): Promise<Awaited<ReturnType<typeof outgoingContent>> | undefined> {
	const messageId = messageIdIn(networkId);
	const message = messageId === null ? null : await device.context.messages.find(messageId);
	if (message?.direction !== 'outbound') return undefined;
	return outgoingContent(device, await device.connection(), message);
}
