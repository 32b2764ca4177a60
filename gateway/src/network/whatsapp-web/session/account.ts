import type { NetworkProfile } from '../../driver.ts';
import type { Device, OpenLink } from '../device.ts';
import { cleanedName } from '../content/bounded-text.ts';
import { userOf } from './identities.ts';

/** Milliseconds WhatsApp has to give the picture of the account; the instance is connected without it then. */
const PICTURE_TIMEOUT = 2000;

/** The account a device is linked to. Throws where it is linked to none. */
export function accountOf({ creds }: Pick<Device, 'creds'>): {
	id: string;
	lid: string;
	name: string | null;
} {
	if (creds.me === undefined) throw new Error('The device is not linked to an account yet.');
	return { id: creds.me.id, lid: creds.me.lid ?? '', name: creds.me.name ?? null };
}

/** Who the instance is on WhatsApp. */
export async function profileOf(device: Device, { socket }: OpenLink): Promise<NetworkProfile> {
	const { id, name } = accountOf(device);
	const own = device.baileys.jidNormalizedUser(id);
	const picture = await socket.profilePictureUrl(own, 'image', PICTURE_TIMEOUT).catch(() => undefined);
	return {
		phone: userOf(id),
		profileName: name === null ? null : cleanedName(name),
		profilePicUrl: picture ?? null,
	};
}
