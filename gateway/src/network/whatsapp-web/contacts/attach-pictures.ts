import type { BinaryNode } from 'baileys';
import { createSemaphore } from '../../../lib/semaphore.ts';
import { createKeyedQueue } from '../../keyed-queue.ts';
import { isGroupJid } from '../../../domain/phone.ts';
import type { Device, DeviceConnection } from '../device.ts';
import { isIgnoredJid, withoutDevice } from '../identity/jid.ts';
import { recordBeforeBaileys } from '../inbound/record-before-baileys.ts';

/** Pictures that are asked for at the same time. */
const MAX_QUERIES = 20;

/**
 * Reports the new and the removed pictures of people before Baileys acknowledges their notifications: WhatsApp delivers
 * those again that were not recorded when a connection ends.
 */
export function attachPictures(device: Device, connection: DeviceConnection): void {
	const { baileys, unitOfWork } = device;
	const { socket, identities } = connection;
	const limitQueries = createSemaphore(MAX_QUERIES);
	/** By person, so that their changes are reported in their order. */
	const lanes = createKeyedQueue();

	recordBeforeBaileys(device, connection, 'CB:notification', (node) => {
		const { type, from = '' } = node.attrs;
		const jid = withoutDevice(from);
		if (type !== 'picture' || jid === null || isGroupJid(jid) || isIgnoredJid(jid)) return null;
		return lanes.run(jid, () => record(jid, node));
	});

	async function record(jid: string, node: BinaryNode): Promise<void> {
		const isSet = baileys.getBinaryNodeChild(node, 'set') !== undefined;
		const profilePicUrl = isSet ? await limitQueries(() => pictureOf(jid)) : null;
		const names = { id: await identities.chatIdOf(jid), phone: await identities.phoneOf(jid) };
		unitOfWork.addEvents([{ kind: 'contacts', contacts: [{ ...names, profilePicUrl }] }]);
	}

	/** WhatsApp tells that somebody has another picture, but not which one; null: the account may not see it. */
	async function pictureOf(jid: string): Promise<string | null> {
		const url = await socket.profilePictureUrl(jid, 'image').catch(() => undefined);
		// It is unknown then, and the next connection asks again.
		if (device.isClosed() || !socket.ws.isOpen) throw new Error('The connection has ended.');
		return url ?? null;
	}
}
