import type { NetworkProfile } from '../../network-event.ts';
import type { Device, DeviceConnection } from '../device.ts';
import { fetchPicture } from '../contacts/fetch-picture.ts';
import { sanitizeName } from '../content/sanitize-text.ts';
import { userOf, withoutDevice } from './jid.ts';

/** Milliseconds WhatsApp has to return the account's profile picture: the instance counts as connected only then. */
const PICTURE_TIMEOUT = 2000;

/** The account a device is linked to. Throws where the device is not linked. */
export function accountOf({ creds }: Pick<Device, 'creds'>): {
	id: string;
	lid: string;
	name: string | null;
} {
	if (creds.me === undefined) throw new Error('The device is not linked to an account yet.');
	return { id: creds.me.id, lid: creds.me.lid ?? '', name: creds.me.name ?? null };
}

/** The profile of the account a device is linked to. */
export async function profileOf(device: Device, { socket }: DeviceConnection): Promise<NetworkProfile> {
	const { id, name } = accountOf(device);
	const jid = device.baileys.jidNormalizedUser(id);
	const query = { clock: device.clock, limit: PICTURE_TIMEOUT };
	const profilePicUrl = await fetchPicture(socket, jid, query).catch(() => undefined);
	return {
		phone: userOf(id),
		profileName: name === null ? null : sanitizeName(name),
		...(profilePicUrl === undefined ? {} : { profilePicUrl }),
	};
}

/** Whether a JID belongs to the account. */
export function isOwnJid(device: Pick<Device, 'creds'>, jid: string): boolean {
	const person = withoutDevice(jid);
	return person !== null && ownJids(device).includes(person);
}

/** The JIDs of the account without devices: by phone number and by LID. */
export function ownJids(device: Pick<Device, 'creds'>): string[] {
	const { id, lid } = accountOf(device);
	return [id, lid].map(withoutDevice).filter((jid) => jid !== null);
}
