import type { NetworkConnection } from '../../driver.ts';
import { keysMissing, keysOfPhoneExist } from '../chats/phone-keys.ts';
import type { Device, SendRequest } from '../device.ts';
import { accountOf, profileOf } from '../identity/account.ts';
import { readPicture, removePicture, setPicture } from './picture.ts';

/** Changes the profile of the account. The name is shared with the phone, the rest is the server's. */
export function profileCalls(device: Device, request: SendRequest): Pick<NetworkConnection, 'updateProfile'> {
	return {
		updateProfile: ({ name, about, picture }) =>
			request('change the profile', async (connection) => {
				const { socket } = connection;
				const image = picture ? await readPicture(device, picture) : null;
				if (name !== undefined) {
					if (!keysOfPhoneExist(device)) throw keysMissing();
					await socket.updateProfileName(name);
					const { id, lid } = accountOf(device);
					// On this event Baileys sends WhatsApp the new name, and stores it.
					socket.ev.emit('creds.update', { me: { ...device.creds.me, id, lid, name } });
				}
				if (about !== undefined) await socket.updateProfileStatus(about);
				if (image !== null) await setPicture(connection, image);
				else if (picture === null) await removePicture(connection);
				return profileOf(device, connection);
			}),
	};
}
