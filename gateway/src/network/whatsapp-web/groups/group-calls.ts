import { GatewayError } from '../../../domain/error.ts';
import type { NetworkGroup } from '../../../domain/group.ts';
import { chatIdOf } from '../../../domain/phone.ts';
import type { NetworkConnection } from '../../driver.ts';
import { unavailable } from '../client-errors.ts';
import { existingPhones } from '../contacts/existing-phones.ts';
import type { Device, DeviceConnection } from '../device.ts';
import { statusCodeOf } from '../socket/close-reason.ts';
import { networkGroup } from './network-group.ts';
import { participantRefusals, throwIfNotAddable } from './participant-refusals.ts';

type GroupCalls = Pick<NetworkConnection, 'listGroups' | 'getGroup' | 'createGroup' | 'changeParticipants'>;

/** Codes of WhatsApp for a group that does not exist or that the account is not in. */
const NO_GROUP = new Set([400, 404, 406, 410]);
const NOT_ALLOWED = new Set([401, 403]);

/** The calls of a NetworkConnection that concern groups. */
export function groupCalls(device: Device): GroupCalls {
	async function request<T>(what: string, send: (connection: DeviceConnection) => Promise<T>): Promise<T> {
		const connection = await device.connection();
		try {
			return await send(connection);
		} catch (error) {
			if (error instanceof GatewayError || refusalCode(error) !== null) throw error;
			throw unavailable(what, error);
		}
	}

	async function find(connection: DeviceConnection, groupId: string): Promise<NetworkGroup | null> {
		const { socket, identities } = connection;
		try {
			const group = await networkGroup(device, identities, await socket.groupMetadata(groupId));
			const picture = await socket.profilePictureUrl(groupId, 'image').catch(() => undefined);
			return { ...group, pictureUrl: picture ?? null };
		} catch (error) {
			const code = refusalCode(error);
			if (code !== null && (NO_GROUP.has(code) || NOT_ALLOWED.has(code))) return null;
			throw error;
		}
	}

	return {
		listGroups: () =>
			request('list the groups', async ({ socket, identities }) => {
				const all = Object.values(await socket.groupFetchAllParticipating());
				return Promise.all(all.map((group) => networkGroup(device, identities, group)));
			}),
		getGroup: (groupId) => request('show the group', (connection) => find(connection, groupId)),
		createGroup: ({ name, description, participants }) =>
			request('create the group', async ({ socket, identities }) => {
				const existing = await existingPhones(socket, participants);
				throwIfNotAddable(participants.filter((phone) => !existing.has(phone)));
				const created = await socket.groupCreate(name, participants.map(chatIdOf));
				const group = await networkGroup(device, identities, await socket.groupMetadata(created.id));
				const members = new Set(group.participants.flatMap(({ id, phone }) => [id, phone]));
				const missing = participants.filter((phone) => !members.has(phone));
				if (missing.length > 0) {
					// The client asked for a group with all of them: the gateway leaves the incomplete one.
					await socket.groupLeave(created.id).catch(() => undefined);
					throwIfNotAddable(missing);
				}
				if (description === null) return group;
				await socket.groupUpdateDescription(created.id, description);
				return { ...group, description };
			}),
		changeParticipants: (groupId, action, phones) =>
			request('change the group', async (connection) => {
				const { socket, identities } = connection;
				try {
					const results = await socket.groupParticipantsUpdate(groupId, phones.map(chatIdOf), action);
					return await participantRefusals(identities, action, phones, results);
				} catch (error) {
					throw await changeError(connection, groupId, error);
				}
			}),
	};

	/** The error for a change that WhatsApp refused as a whole; `error` itself where it is no refusal. */
	async function changeError(
		connection: DeviceConnection,
		groupId: string,
		error: unknown,
	): Promise<unknown> {
		const code = refusalCode(error);
		if (code === null || !(NO_GROUP.has(code) || NOT_ALLOWED.has(code))) return error;
		const group = await find(connection, groupId);
		if (group !== null && NOT_ALLOWED.has(code)) {
			return new GatewayError(
				'not_admin',
				`The instance is not an admin of the group "${group.name}". Ask one of its admins to make it one.`,
			);
		}
		return new GatewayError(
			'group_not_found',
			`The instance is in no group ${groupId}. List its groups with GET /v1/groups.`,
		);
	}
}

/** The code of a request that WhatsApp refused; null: the request failed without an answer of WhatsApp. */
function refusalCode(error: unknown): number | null {
	const { data, output } = (error ?? {}) as { data?: unknown; output?: unknown };
	if (typeof data === 'number') return data;
	if (data === undefined || output === undefined) return null;
	const code = statusCodeOf(error);
	return code >= 400 && code < 500 && code !== 408 && code !== 428 ? code : null;
}
