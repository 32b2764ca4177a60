import { GatewayError } from '../../../domain/error.ts';
import { chatIdOf } from '../../../domain/phone.ts';
import type { GroupCalls } from '../../driver.ts';
import { groupInDoubt } from '../errors/client-errors.ts';
import { existingPhones } from '../contacts/existing-phones.ts';
import type { Device } from '../device.ts';
import { refusalCode } from '../errors/refusal-code.ts';
import { groupMembership } from './group-membership.ts';
import { createGroupRequests } from './group-requests.ts';
import { groupSettings } from './group-settings.ts';
import { networkGroup } from './network-group.ts';
import { participantRefusals, throwIfNotAddable } from './participant-refusals.ts';

/** The calls of a NetworkConnection that concern groups. */
export function groupCalls(device: Device): GroupCalls {
	const requests = createGroupRequests(device);
	const { request, change, find, withPicture } = requests;
	return {
		...groupSettings(device, requests),
		...groupMembership(requests),
		listGroups: () =>
			request('list the groups', async ({ socket, identities }) => {
				const all = Object.values(await socket.groupFetchAllParticipating());
				return Promise.all(all.map((group) => networkGroup(device, identities, group)));
			}),
		getGroup: (groupId) =>
			request('show the group', async (connection) => {
				const group = await find(connection, groupId);
				return group === null ? null : withPicture(connection, group);
			}),
		createGroup: ({ name, description, participants }) =>
			request('create the group', async ({ socket, identities }) => {
				const existing = await existingPhones(socket, participants);
				throwIfNotAddable(participants.filter((phone) => !existing.has(phone)));
				const created = await socket.groupCreate(name, participants.map(chatIdOf)).catch((error: unknown) => {
					throw refusalCode(error) === null ? groupInDoubt(error) : error;
				});
				try {
					const group = await networkGroup(device, identities, await socket.groupMetadata(created.id));
					const members = new Set(group.participants.flatMap(({ id, phone }) => [id, phone]));
					const missing = participants.filter((phone) => !members.has(phone));
					if (missing.length > 0) {
						// The client asked for a group with all participants, so the gateway leaves the incomplete group.
						await socket.groupLeave(created.id).catch(() => undefined);
						throwIfNotAddable(missing);
					}
					if (description === null) return group;
					await socket.groupUpdateDescription(created.id, description);
					return { ...group, description };
				} catch (error) {
					throw error instanceof GatewayError ? error : groupInDoubt(error);
				}
			}),
		changeParticipants: (groupId, action, phones) =>
			change(groupId, async ({ socket, identities }) => {
				const results = await socket.groupParticipantsUpdate(groupId, phones.map(chatIdOf), action);
				return participantRefusals(identities, action, phones, results);
			}),
	};
}
