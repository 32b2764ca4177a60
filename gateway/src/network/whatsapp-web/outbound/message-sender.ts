import type { BinaryNode, proto, WAMessageKey } from 'baileys';
import type { MessageId } from '../../../domain/ids.ts';
import { isPhone } from '../../../domain/phone.ts';
import { dropOldest } from '../../../lib/bounded/drop-oldest.ts';
import type { OutgoingMessage } from '../../network-message.ts';
import { PermanentSendError } from '../../permanent-send-error.ts';
import { TemporarySendError } from '../../temporary-send-error.ts';
import type { Device, DeviceConnection } from '../device.ts';
import { accountOf } from '../identity/account.ts';
import { messageIdIn, networkIdOf } from './message-id.ts';
import { outgoingContent } from './outgoing-content.ts';
import { messageIdsIn, isFromChat } from '../inbound/receipts/receipt-stanza.ts';
import { createRebuildContent } from './rebuilt-content.ts';
import { sendRefusal } from './send-refusal.ts';

/** Milliseconds WhatsApp has to acknowledge a message that was sent. */
const ACK_TIMEOUT = 30_000;
/** Phones in the cache of phones that are on WhatsApp. */
const CACHE_SIZE = 5000;

/** Sent changes that are kept for recipients that could not decrypt them. */
const MAX_CHANGES = 500;

/** A change of another message to send. */
export interface OutgoingChange {
	content: proto.IMessage;
	/** WhatsApp's code of the change, outside of the encrypted content. */
	edit?: string;
	/** Further parts of the stanza. */
	nodes?: BinaryNode[];
}

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
	/** Sends a change of another message under an id of its own. Resolves and throws like `send`. */
	sendChange(chatId: string, change: OutgoingChange): Promise<void>;
	/**
	 * The content of a sent message, for a recipient that could not decrypt it; a message is built again from the store.
	 * `key` is that of the request, with the chat in which it was made. Undefined: this gateway did not send it to this
	 * chat, it was removed, or it is a change from before the gateway was started.
	 */
	contentForRetry(key: RequestedKey): Promise<proto.IMessage | undefined>;
	/** Whether a recipient may request a message again: this gateway sent it, or a change, to this chat, and keeps it. */
	mayBeRequested(key: RequestedKey): Promise<boolean>;
}

/** The key of a message that a recipient requests again, with the chat in which it is requested. */
type RequestedKey = Pick<WAMessageKey, 'id' | 'remoteJid'>;

/** A message that WhatsApp has not acknowledged yet. */
interface PendingAck {
	chatId: string;
	resolve: () => void;
	reject: (error: Error) => void;
}

export interface MessageSenderDeps {
	/** Returns the phones that are on WhatsApp. */
	existing: (phones: readonly string[]) => Promise<ReadonlySet<string>>;
	/** Whether WhatsApp restricted the account when it refused a message, or since. Throws where it does not answer. */
	wasRestricted: (connection: DeviceConnection) => Promise<boolean>;
}

/** WhatsApp's error for a message to somebody whom the account may not write to first. */
const RESTRICTED = 463;

export function createMessageSender(
	device: Device,
	{ existing, wasRestricted }: MessageSenderDeps,
): MessageSender {
	/** The messages that wait for their acknowledgements, by network id. */
	const pendingAcks = new Map<string, PendingAck>();
	const existingPhones = new Set<string>();
	/** The changes sent last, by network id. */
	const changes = new Map<string, { chatId: string; content: proto.IMessage }>();
	const rebuildContent = createRebuildContent(device);

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
			pendingAcks.set(networkId, { chatId, resolve, reject });
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

	/**
	 * A message that was refused because of a restriction of the account stays queued until the restriction ends. Where it
	 * has ended already, or WhatsApp does not answer whether there is one, the message is sent again.
	 */
	async function refusalOf(connection: DeviceConnection, code: number): Promise<Error> {
		if (code !== RESTRICTED) return sendRefusal(code);
		try {
			if (!(await wasRestricted(connection))) return sendRefusal(code);
		} catch (error) {
			const message = 'WhatsApp refused the message, and gave no end of the restriction.';
			return new TemporarySendError(message, { cause: error });
		}
		return new TemporarySendError('WhatsApp restricts the account; the message waits.');
	}

	/** Records that WhatsApp refused a message that was reported as sent before. */
	async function recordFailure(networkId: string, error: Error): Promise<void> {
		const messageId = messageIdIn(networkId);
		if (messageId === null || !(error instanceof PermanentSendError)) return;
		const failure = { code: error.code, message: error.message };
		device.unitOfWork.addEvents([{ kind: 'failure', messageId, failure, at: device.clock.now() }]);
		await device.unitOfWork.commit();
	}

	/** Resolves when WhatsApp has acknowledged the message. */
	async function relay(
		{ socket }: DeviceConnection,
		chatId: string,
		networkId: string,
		{ content, edit, nodes = [] }: OutgoingChange,
	): Promise<void> {
		const acknowledged = waitForAck(networkId, chatId);
		acknowledged.catch(() => undefined);
		try {
			// Under a lock for each chat: a chat does not wait for the device queries of another one. Not under the one that Baileys
			// takes, by the name of a group, for each message of its members: all received messages would wait for the queries.
			await device.locks.runAs(`send ${chatId}`, () =>
				device.sessions.keepDuring(() =>
					socket.relayMessage(chatId, content, {
						messageId: networkId,
						additionalNodes: nodes,
						...(edit === undefined ? {} : { additionalAttributes: { edit } }),
					}),
				),
			);
		} catch (error) {
			takePending(networkId)?.reject(new Error('The message could not be sent to WhatsApp.'));
			throw error;
		}
		// The timeout begins when the message is sent, because sending takes a while for a large group.
		const cancel = device.clock.schedule(ACK_TIMEOUT, () => {
			takePending(networkId)?.reject(new Error('WhatsApp did not acknowledge the message in time.'));
		});
		await acknowledged.finally(cancel);
	}

	/** The message, or the change, that is requested; null: this gateway did not send it to this chat, or it was removed. */
	async function findRequested({
		id,
		remoteJid,
	}: RequestedKey): Promise<{ messageId: MessageId } | { content: proto.IMessage } | null> {
		const networkId = id ?? '';
		const { identities } = await device.connection();
		// Anybody can request any id, and the ids of messages that were queued in the same millisecond are consecutive.
		const isRequestedIn = (chatId: string): Promise<boolean> =>
			isFromChat(identities, chatId, { from: remoteJid ?? '' });
		const change = changes.get(networkId);
		if (change !== undefined) {
			return (await isRequestedIn(change.chatId)) ? { content: change.content } : null;
		}
		const messageId = messageIdIn(networkId);
		if (messageId === null) return null;
		const stored = await device.context.messages.find(messageId);
		if (stored?.direction !== 'outbound' || stored.isDeleted) return null;
		return (await isRequestedIn(stored.chatId)) ? { messageId } : null;
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
				else {
					const refusal = refusalOf(connection, Number(error));
					if (pending !== undefined) void refusal.then(pending.reject);
					else refusal.then((failure) => recordFailure(id, failure)).catch(() => undefined);
				}
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
			await relay(connection, message.chatId, networkId, { content, ...optionsOf(message) });
			return { networkId };
		},
		async sendChange(chatId, change) {
			const connection = await device.connection();
			const networkId = device.baileys.generateMessageIDV2(accountOf(device).id);
			changes.set(networkId, { chatId, content: change.content });
			dropOldest(changes, MAX_CHANGES);
			await relay(connection, chatId, networkId, change);
		},
		async contentForRetry(key) {
			const found = await findRequested(key);
			if (found === null) return undefined;
			if ('content' in found) return found.content;
			return rebuildContent(found.messageId);
		},
		mayBeRequested: async (key) => (await findRequested(key)) !== null,
	};
}

/** The stanza of a poll says so outside of the encrypted content. */
function optionsOf({ poll }: OutgoingMessage): Pick<OutgoingChange, 'nodes'> {
	return poll === undefined ? {} : { nodes: [{ tag: 'meta', attrs: { polltype: 'creation' } }] };
}
