import type { BinaryNode } from 'baileys';
import type { MessageId } from '../../domain/ids.ts';
import type { NetworkEvent } from '../driver.ts';
import { accountOf } from './account.ts';
import type { Device, OpenLink } from './device.ts';
import { userOf } from './identities.ts';
import { messageIdIn } from './message-id.ts';

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
export function attachReceipts(device: Device, { socket }: OpenLink): void {
	const { ledger, log, instanceId } = device;
	const [original] = socket.ws.listeners('CB:receipt') as ((node: BinaryNode) => void)[];
	socket.ws.removeAllListeners('CB:receipt');
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
		const events = await eventsOf(device, node);
		if (events.length > 0) {
			ledger.tell(events);
			await ledger.commit();
			if (device.isOver()) return;
		}
		await socket.sendMessageAck(node);
	}
}

async function eventsOf(device: Device, node: BinaryNode): Promise<NetworkEvent[]> {
	const { attrs } = node;
	const status = STATUSES[attrs.type ?? ''];
	if (status === undefined || isOwn(device, attrs.participant ?? attrs.from ?? '')) return [];
	const at = attrs.t === undefined ? device.clock.now() : Number(attrs.t) * 1000;
	const events: NetworkEvent[] = [];
	for (const networkId of idsIn(device, node)) {
		const messageId = await oursUnder(device, networkId);
		if (messageId !== null) events.push({ kind: 'receipt', messageId, status, at, networkId });
	}
	return events;
}

/** The message of this instance that travels under an identifier, also where that is not recorded yet. */
async function oursUnder({ host }: Device, networkId: string): Promise<MessageId | null> {
	const messageId = messageIdIn(networkId);
	return messageId === null ? null : ((await host.messages.find(messageId))?.id ?? null);
}

/** A receipt stands for the message it names, and for those it lists. */
function idsIn({ baileys }: Device, node: BinaryNode): string[] {
	const list = baileys.getBinaryNodeChild(node, 'list');
	const listed = baileys.getBinaryNodeChildren(list, 'item').map(({ attrs }) => attrs.id);
	return [node.attrs.id, ...listed].filter((id) => id !== undefined);
}

/** Another device of the same account. */
function isOwn(device: Device, jid: string): boolean {
	const { id, lid } = accountOf(device);
	return userOf(jid) === userOf(id) || (lid !== '' && userOf(jid) === userOf(lid));
}
