import { setImmediate as nextIteration } from 'node:timers/promises';
import type { BinaryNode } from 'baileys';
import type { NetworkEvent } from '../../../network-event.ts';
import type { StoredMessage } from '../../../network-message.ts';
import { isGroupJid } from '../../../../domain/phone.ts';
import { createSemaphore } from '../../../../lib/concurrency/semaphore.ts';
import { isOwnJid } from '../../identity/account.ts';
import type { Device, DeviceConnection } from '../../device.ts';
import { messageIdIn } from '../../outbound/message-id.ts';
import type { MessageSender } from '../../outbound/message-sender.ts';
import type { MessageReceiver } from '../message-receiver.ts';
import { READ_TYPES, readElsewhereEvents } from './read-elsewhere.ts';
import { messageIdsIn, isFromChat } from './receipt-stanza.ts';
import type { ResendInGroup } from './resend-in-group.ts';
import { timestampOf } from '../message/timestamp.ts';

/** The message status by type of receipt; other types change no status. */
const STATUSES: Readonly<Record<string, 'delivered' | 'read'>> = {
	'': 'delivered',
	inactive: 'delivered',
	read: 'read',
	played: 'read',
};

/**
 * Messages of one receipt that are looked up before the event loop runs other work. Receipts with more are read one
 * after the other: anybody can send any number of them, each with thousands of ids.
 */
const LOOKUPS_IN_A_ROW = 50;

/**
 * Replaces Baileys' listener for receipts, which acknowledges them before they are recorded. Receipts of type `retry`,
 * with which a recipient requests a message again, still go to Baileys.
 */
export function attachReceipts(
	device: Device,
	connection: DeviceConnection,
	{
		sender,
		messages,
		resendInGroup,
	}: {
		sender: Pick<MessageSender, 'mayBeRequested'>;
		messages: Pick<MessageReceiver, 'recorded'>;
		resendInGroup: ResendInGroup;
	},
): void {
	const { socket } = connection;
	const { unitOfWork, log, instanceId } = device;
	const limitLong = createSemaphore(1);
	const [original] = socket.ws.listeners('CB:receipt') as ((node: BinaryNode) => void)[];
	if (original !== undefined) socket.ws.off('CB:receipt', original);
	socket.ws.on('CB:receipt', (node: BinaryNode) => {
		if (device.isClosed()) return;
		(node.attrs.type === 'retry' ? sendAgain(node) : receive(node)).catch((error: unknown) => {
			if (device.isClosed() || !socket.ws.isOpen) return;
			log.warn({ err: error, instanceId }, 'a receipt from WhatsApp could not be handled');
		});
	});

	/**
	 * Lets Baileys, which has the last messages in memory, send a message again. Baileys handles one request at a time, and
	 * asks WhatsApp for keys of the requester before it looks for the message: requests for messages that were not sent
	 * must not reach it.
	 */
	async function sendAgain(node: BinaryNode): Promise<void> {
		const { id = '', from = '' } = node.attrs;
		// The account's own devices also request what Baileys itself has sent to them.
		const isRefused = isOwn(node)
			? (await sentMessage(device, id))?.isDeleted === true
			: !(await sender.mayBeRequested({ id, remoteJid: from }));
		if (device.isClosed()) return;
		if (isRefused) await socket.sendMessageAck(node);
		else if (isGroupJid(from) && !isOwn(node)) await sendAgainInGroup(node);
		else original?.(withoutList(node));
	}

	/** Acknowledges the request in any case, as Baileys does: its sender repeats it where the message does not come. */
	async function sendAgainInGroup(node: BinaryNode): Promise<void> {
		try {
			await resendInGroup(connection, node);
		} finally {
			if (!device.isClosed()) await socket.sendMessageAck(node);
		}
	}

	function isOwn({ attrs: { participant, from = '' } }: BinaryNode): boolean {
		return isOwnJid(device, participant ?? from);
	}

	function eventsOfOthers(node: BinaryNode, ids: readonly string[]): Promise<NetworkEvent[]> {
		const read = () => eventsOf(device, connection, node, ids);
		return ids.length > LOOKUPS_IN_A_ROW ? limitLong(read) : read();
	}

	async function ownEvents({ attrs }: BinaryNode, ids: readonly string[]): Promise<NetworkEvent[]> {
		if (!READ_TYPES.has(attrs.type ?? '')) return [];
		// The messages of a backlog come shortly before the receipts for them.
		await messages.recorded(ids);
		return device.isClosed() ? [] : readElsewhereEvents(device, connection, attrs, ids);
	}

	async function receive(node: BinaryNode): Promise<void> {
		const ids = messageIdsIn(device.baileys, node);
		const events = await (isOwn(node) ? ownEvents(node, ids) : eventsOfOthers(node, ids));
		if (device.isClosed()) return;
		if (events.length > 0) {
			unitOfWork.addEvents(events);
			await unitOfWork.commit();
			if (device.isClosed()) return;
		}
		await socket.sendMessageAck(node);
	}
}

/**
 * A request for a message, without a list of further ones: WhatsApp's clients request one at a time, and Baileys would
 * send each again, however many there are, and count the first one only.
 */
function withoutList(request: BinaryNode): BinaryNode {
	if (!Array.isArray(request.content)) return request;
	const content = request.content.map((part) =>
		Array.isArray(part.content)
			? { ...part, content: part.content.filter(({ tag }) => tag !== 'item') }
			: part,
	);
	return { ...request, content };
}

async function eventsOf(
	device: Device,
	{ identities }: DeviceConnection,
	{ attrs }: BinaryNode,
	ids: readonly string[],
): Promise<NetworkEvent[]> {
	const status = STATUSES[attrs.type ?? ''];
	if (status === undefined) return [];
	const at = timestampOf(attrs.t, device.clock);
	const events: NetworkEvent[] = [];
	for (const [index, networkId] of ids.entries()) {
		if (index % LOOKUPS_IN_A_ROW === LOOKUPS_IN_A_ROW - 1) await nextIteration();
		if (device.isClosed()) return [];
		const message = await sentMessage(device, networkId);
		if (message === null || !(await isFromChat(identities, message.chatId, attrs))) continue;
		events.push({ kind: 'receipt', messageId: message.id, status, at, networkId });
	}
	return events;
}

/** Finds a sent message by the message id in its network id, which may not be recorded yet. */
async function sentMessage({ context }: Device, networkId: string): Promise<StoredMessage | null> {
	const messageId = messageIdIn(networkId);
	return messageId === null ? null : context.messages.find(messageId);
}
