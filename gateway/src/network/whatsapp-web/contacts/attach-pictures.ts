import { sleep } from '../../../domain/clock.ts';
import { createRateLimit, type RateLimit } from '../../../lib/rate-limit.ts';
import { createKeyedQueue } from '../../keyed-queue.ts';
import { isGroupJid } from '../../../domain/phone.ts';
import type { Device, DeviceConnection } from '../device.ts';
import { isIgnoredJid, withoutDevice } from '../identity/jid.ts';
import { recordBeforeBaileys } from '../inbound/record-before-baileys.ts';
import { fetchPicture } from './fetch-picture.ts';

/** The rate of queries for pictures: strangers decide how often pictures change, and WhatsApp limits queries. */
const RATE = { maxConcurrent: 20, burst: 50, interval: 500 };
/** People about whose pictures WhatsApp has still to be asked; the new pictures of further ones stay unknown. */
const MAX_WAITING = 500;
/** Milliseconds before each retry of a query that WhatsApp did not answer, or answered with an error of its own. */
const RETRY_DELAYS = [5000, 30_000];

/** The newest change of a person's picture that waits for an earlier one to be reported. */
interface WaitingChange {
	isSet: boolean;
	recorded: Promise<void>;
}

/**
 * Returns a function that attaches the reports of pictures to a connection: the new and the removed ones of people,
 * before Baileys acknowledges their notifications. WhatsApp delivers those again that were not recorded when a
 * connection ends.
 */
export function createPictures(device: Device): (connection: DeviceConnection) => void {
	const limitQueries = createRateLimit(device.clock, RATE);
	return (connection) => {
		attachPictures(device, connection, limitQueries);
	};
}

function attachPictures(device: Device, connection: DeviceConnection, limitQueries: RateLimit): void {
	const { baileys, unitOfWork, clock, log, instanceId } = device;
	const { socket, identities } = connection;
	/** The reports in progress, by person: changes are reported in their order. */
	const lanes = createKeyedQueue();
	/** The changes that wait to be reported, by person; only the newest one of a person is reported. */
	const waiting = new Map<string, WaitingChange>();
	let asking = 0;

	recordBeforeBaileys(device, connection, 'CB:notification', (node) => {
		const { type, from = '' } = node.attrs;
		const jid = withoutDevice(from);
		if (type !== 'picture' || jid === null || isGroupJid(jid) || isIgnoredJid(jid)) return null;
		const isSet = baileys.getBinaryNodeChild(node, 'set') !== undefined;
		const earlier = waiting.get(jid);
		if (earlier !== undefined) {
			earlier.isSet = isSet;
			return earlier.recorded;
		}
		const recorded = lanes.run(jid, () => {
			waiting.delete(jid);
			return record(jid, change.isSet);
		});
		const change: WaitingChange = { isSet, recorded };
		waiting.set(jid, change);
		return recorded;
	});

	async function record(jid: string, isSet: boolean): Promise<void> {
		const profilePicUrl = isSet ? await pictureOf(jid) : null;
		// Unknown: the picture of before stays.
		if (profilePicUrl === undefined) return;
		const names = { id: await identities.chatIdOf(jid), phone: await identities.phoneOf(jid) };
		unitOfWork.addEvents([{ kind: 'contacts', contacts: [{ ...names, profilePicUrl }] }]);
	}

	/**
	 * WhatsApp reports that a person has another picture, but not its URL. Returns the URL; null: the account may not see
	 * the picture; undefined: WhatsApp does not answer.
	 */
	async function pictureOf(jid: string): Promise<string | null | undefined> {
		if (asking >= MAX_WAITING) return undefined;
		asking += 1;
		try {
			return await askForPicture(jid);
		} finally {
			asking -= 1;
		}
	}

	async function askForPicture(jid: string): Promise<string | null | undefined> {
		for (const delay of [...RETRY_DELAYS, null]) {
			try {
				return await limitQueries(() => queryPicture(jid), throwIfEnded);
			} catch (error) {
				throwIfEnded();
				log.warn({ err: error, instanceId }, 'WhatsApp does not return the new picture of a contact');
			}
			if (delay !== null) await sleep(clock, delay);
		}
		return undefined;
	}

	async function queryPicture(jid: string): Promise<string | null> {
		const url = await fetchPicture(socket, jid, { clock });
		throwIfEnded();
		return url;
	}

	/** The picture is unknown then, and the next connection asks again. */
	function throwIfEnded(): void {
		if (device.isClosed() || !socket.ws.isOpen) throw new Error('The connection has ended.');
	}
}
