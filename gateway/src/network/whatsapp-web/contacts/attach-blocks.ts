import type { BinaryNode } from 'baileys';
import { isGroupJid } from '../../../domain/phone.ts';
import { createKeyedQueue } from '../../keyed-queue.ts';
import type { ContactReport } from '../../network-event.ts';
import type { Device, DeviceConnection } from '../device.ts';
import { withoutDevice } from '../identity/jid.ts';
import { recordBeforeBaileys } from '../inbound/record-before-baileys.ts';

/** Contacts in one report. */
const BATCH_SIZE = 200;

/**
 * Reports whom the account's owner has blocked or unblocked on another device, before Baileys acknowledges the
 * notifications: WhatsApp delivers those again that were not recorded when a connection ends.
 */
export function attachBlocks(device: Device, connection: DeviceConnection): void {
	const { baileys, unitOfWork } = device;
	const { identities } = connection;
	/** One lane, so that somebody who is blocked and unblocked at once is reported in that order. */
	const lane = createKeyedQueue();

	recordBeforeBaileys(device, connection, 'CB:notification', (node) => {
		if (node.attrs.type !== 'account_sync') return null;
		const changes = baileys
			.getBinaryNodeChildren(baileys.getBinaryNodeChild(node, 'blocklist'), 'item')
			.flatMap(changeIn);
		return changes.length === 0 ? null : lane.run('blocklist', () => record(changes));
	});

	async function record(changes: readonly BlockChange[]): Promise<void> {
		const contacts: ContactReport[] = [];
		for (const { jid, isBlocked } of changes) {
			contacts.push({ id: await identities.chatIdOf(jid), phone: await identities.phoneOf(jid), isBlocked });
		}
		for (let from = 0; from < contacts.length; from += BATCH_SIZE) {
			unitOfWork.addEvents([{ kind: 'contacts', contacts: contacts.slice(from, from + BATCH_SIZE) }]);
		}
	}
}

interface BlockChange {
	jid: string;
	isBlocked: boolean;
}

function changeIn({ attrs: { jid = '', action } }: BinaryNode): BlockChange[] {
	return isGroupJid(jid) || withoutDevice(jid) === null ? [] : [{ jid, isBlocked: action === 'block' }];
}
