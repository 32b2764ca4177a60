import type { NetworkConnection } from '../../driver.ts';
import { readPicture, removePicture, setPicture } from '../account/picture.ts';
import type { Device } from '../device.ts';
import type { GroupRequests } from './group-requests.ts';
import { groupNotFound } from '../../../domain/chats/group-not-found.ts';

/** Changes the settings of groups. WhatsApp has a request for each; the first one that it refuses ends the change. */
export function groupSettings(
	device: Device,
	{ change, find, withPicture }: GroupRequests,
): Pick<NetworkConnection, 'updateGroup'> {
	return {
		updateGroup: (groupId, { name, description, announce, restrict, picture }) =>
			change(groupId, async (connection) => {
				const { socket } = connection;
				// Before the first change: a file that is no picture changes nothing.
				const image = picture ? await readPicture(device, picture) : null;
				if (name !== undefined) await socket.groupUpdateSubject(groupId, name);
				if (description !== undefined) await socket.groupUpdateDescription(groupId, description ?? '');
				if (announce !== undefined) {
					await socket.groupSettingUpdate(groupId, announce ? 'announcement' : 'not_announcement');
				}
				if (restrict !== undefined) {
					await socket.groupSettingUpdate(groupId, restrict ? 'locked' : 'unlocked');
				}
				if (image !== null) await setPicture(connection, image, groupId);
				else if (picture === null) await removePicture(connection, groupId);
				const group = await find(connection, groupId);
				if (group === null) throw groupNotFound(groupId);
				// The group is changed, even if the query for the picture fails.
				return withPicture(connection, group).catch(() => group);
			}),
	};
}
