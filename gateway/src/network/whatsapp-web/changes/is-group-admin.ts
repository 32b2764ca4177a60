import type { Device, DeviceConnection } from '../device.ts';
import { isOwnJid } from '../identity/account.ts';
import { withoutDevice } from '../identity/jid.ts';

/**
 * Whether a person is an admin of a group, by the group's current metadata. Returns false where WhatsApp refuses the
 * metadata; throws where the connection was lost.
 */
export async function isGroupAdmin(
	device: Device,
	{ socket, identities }: DeviceConnection,
	groupId: string,
	person: string,
): Promise<boolean> {
	// WhatsApp delivers to the account's own devices only what its phone was allowed to do.
	if (isOwnJid(device, person)) return true;
	try {
		const { participants } = await socket.groupMetadata(groupId);
		const admins = participants.filter(({ admin }) => admin === 'admin' || admin === 'superadmin');
		for (const { id, lid, phoneNumber } of admins) {
			const names = [id, lid, phoneNumber].map((name) => (name ? withoutDevice(name) : null));
			if (names.includes(person)) return true;
			if (await identities.areSame(id, person)) return true;
		}
		return false;
	} catch (error) {
		if (device.isClosed() || !socket.ws.isOpen) throw error;
		const { log, instanceId } = device;
		log.warn({ err: error, instanceId }, 'a deletion by an admin could not be verified; it is ignored');
		return false;
	}
}
