import type { BinaryNode } from 'baileys';
import { sleep } from '../../../domain/clock.ts';
import { createSemaphore } from '../../../lib/semaphore.ts';
import { createKeyedQueue } from '../../keyed-queue.ts';
import { isGroupJid } from '../../../domain/phone.ts';
import type { Device, DeviceConnection } from '../device.ts';
import { isIgnoredJid, withoutDevice } from '../identity/jid.ts';
import { recordBeforeBaileys } from '../inbound/record-before-baileys.ts';
import { fetchPicture } from './fetch-picture.ts';

/** Pictures that are asked for at the same time. */
const MAX_QUERIES = 20;
/** Milliseconds WhatsApp has to answer a query. */
const PATIENCE = 20_000;
/** Milliseconds before each retry of a query that WhatsApp did not answer, or answered with an error of its own. */
const RETRY_DELAYS = [5000, 30_000];

/**
 * Reports the new and the removed pictures of people before Baileys acknowledges their notifications: WhatsApp delivers
 * those again that were not recorded when a connection ends.
 */
export function attachPictures(device: Device, connection: DeviceConnection): void {
	const { baileys, unitOfWork, clock, log, instanceId } = device;
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
		const profilePicUrl = isSet ? await pictureOf(jid) : null;
		// Unknown: the picture of before stays.
		if (profilePicUrl === undefined) return;
		const names = { id: await identities.chatIdOf(jid), phone: await identities.phoneOf(jid) };
		unitOfWork.addEvents([{ kind: 'contacts', contacts: [{ ...names, profilePicUrl }] }]);
	}

	/**
	 * WhatsApp tells that somebody has another picture, but not which one; null: the account may not see it; undefined:
	 * WhatsApp does not tell it.
	 */
	async function pictureOf(jid: string): Promise<string | null | undefined> {
		for (const delay of [...RETRY_DELAYS, null]) {
			try {
				return await limitQueries(() => queryPicture(jid));
			} catch (error) {
				throwIfEnded();
				log.warn({ err: error, instanceId }, 'WhatsApp does not tell the new picture of a contact');
			}
			if (delay !== null) await sleep(clock, delay);
		}
		return undefined;
	}

	async function queryPicture(jid: string): Promise<string | null> {
		throwIfEnded();
		const url = await fetchPicture(socket, jid, { clock, limit: PATIENCE });
		throwIfEnded();
		return url;
	}

	/** The picture is unknown then, and the next connection asks again. */
	function throwIfEnded(): void {
		if (device.isClosed() || !socket.ws.isOpen) throw new Error('The connection has ended.');
	}
}
