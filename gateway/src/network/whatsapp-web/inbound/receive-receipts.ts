import type { BinaryNode } from 'baileys';
import type { NetworkEvent, StoredMessage } from '../../driver.ts';
import { accountOf } from '../session/account.ts';
import type { Device, OpenLink } from '../device.ts';
import { withoutDevice } from '../session/identities.ts';
import { messageIdIn } from '../outbound/message-id.ts';
import { momentOf } from './moment.ts';
import { idsIn, isFromChat } from './receipt-stanza.ts';

/** What a receipt of each type says of a message; those without a type say that it was delivered. */
const STATUSES: Readonly<Record<string, 'delivered' | 'read'>> = {
	'': 'delivered',
	inactive: 'delivered',
	read: 'read',
	played: 'read',
};

/**
 * Takes the receipts of a connection in Baileys' place, which would acknowledge them before they are recorded. What
 * asks for a message again stays with Baileys.
 */
export function attachReceipts(device: Device, link: OpenLink): void {
	const { socket } = link;
	const { ledger, log, instanceId } = device;
	const [original] = socket.ws.listeners('CB:receipt') as ((node: BinaryNode) => void)[];
	if (original !== undefined) socket.ws.off('CB:receipt', original);
	socket.ws.on('CB:receipt', (node: BinaryNode) => {
		if (device.isOver()) return;
		if (node.attrs.type === 'retry') {
			original?.(node);
			return;
		}
		receive(node).catch((error: unknown) => {
			if (device.isOver() || !socket.ws.isOpen) return;
			log.warn({ err: error, instanceId }, 'a receipt from WhatsApp could not be taken');
		});
	});

	async function receive(node: BinaryNode): Promise<void> {
		const events = await eventsOf(device, link, node);
		if (events.length > 0) {
			ledger.addEvents(events);
			await ledger.commit();
			if (device.isOver()) return;
		}
		await socket.sendMessageAck(node);
	}
}

async function eventsOf(device: Device, { identities }: OpenLink, node: BinaryNode): Promise<NetworkEvent[]> {
	const { attrs } = node;
	const status = STATUSES[attrs.type ?? ''];
	if (status === undefined || isOwn(device, attrs.participant ?? attrs.from ?? '')) return [];
	const at = momentOf(attrs.t, device.clock);
	const events: NetworkEvent[] = [];
	for (const networkId of idsIn(device.baileys, node)) {
		const message = await oursUnder(device, networkId);
		if (message === null || !(await isFromChat(identities, message.chatId, attrs))) continue;
		events.push({ kind: 'receipt', messageId: message.id, status, at, networkId });
	}
	return events;
}

/** The message of this instance that travels under an identifier, also where that is not recorded yet. */
async function oursUnder({ host }: Device, networkId: string): Promise<StoredMessage | null> {
	const messageId = messageIdIn(networkId);
	return messageId === null ? null : host.messages.find(messageId);
}

/** Another device of the same account. */
function isOwn(device: Device, jid: string): boolean {
	const { id, lid } = accountOf(device);
	const person = withoutDevice(jid);
	return person !== null && (person === withoutDevice(id) || person === withoutDevice(lid));
}
