import { GatewayError } from '../../../domain/error.ts';
import type { NetworkGroup } from '../../../domain/chats/group.ts';
import { unavailable } from '../errors/client-errors.ts';
import { fetchPicture } from '../contacts/fetch-picture.ts';
import type { Device, DeviceConnection, SendRequest } from '../device.ts';
import { refusalCode } from '../errors/refusal-code.ts';
import { networkGroup } from './network-group.ts';
import { groupNotFound } from '../../../domain/chats/group-not-found.ts';

/** Codes of WhatsApp for a group that does not exist or that the account is not in. */
const NO_GROUP = new Set([400, 404, 406, 410]);
const NOT_ALLOWED = new Set([401, 403]);

/** Requests to WhatsApp that concern groups. */
export interface GroupRequests {
	request: SendRequest;
	/** Sends a change of a group. Throws not_admin or group_not_found where WhatsApp refuses it as a whole. */
	change: <T>(groupId: string, send: (connection: DeviceConnection) => Promise<T>) => Promise<T>;
	/** Returns a group without its picture; null: the account is not in it. */
	find: (connection: DeviceConnection, groupId: string) => Promise<NetworkGroup | null>;
	/**
	 * Returns the group with its picture. Throws where WhatsApp does not answer the query: the group would seem to have no
	 * picture.
	 */
	withPicture: (connection: DeviceConnection, group: NetworkGroup) => Promise<NetworkGroup>;
}

export function createGroupRequests(device: Device): GroupRequests {
	async function request<T>(what: string, send: (connection: DeviceConnection) => Promise<T>): Promise<T> {
		const connection = await device.connection();
		try {
			return await send(connection);
		} catch (error) {
			if (error instanceof GatewayError) throw error;
			throw unavailable(what, error);
		}
	}

	async function find(connection: DeviceConnection, groupId: string): Promise<NetworkGroup | null> {
		const { socket, identities } = connection;
		try {
			return await networkGroup(device, identities, await socket.groupMetadata(groupId));
		} catch (error) {
			const code = refusalCode(error);
			if (code !== null && (NO_GROUP.has(code) || NOT_ALLOWED.has(code))) return null;
			throw error;
		}
	}

	async function withPicture({ socket }: DeviceConnection, group: NetworkGroup): Promise<NetworkGroup> {
		return { ...group, pictureUrl: await fetchPicture(socket, group.id, { clock: device.clock }) };
	}

	/** The error for a change that WhatsApp refused as a whole; `error` itself where it is no refusal. */
	async function changeError(
		connection: DeviceConnection,
		groupId: string,
		error: unknown,
	): Promise<unknown> {
		const code = refusalCode(error);
		if (code === null || !(NO_GROUP.has(code) || NOT_ALLOWED.has(code))) return error;
		const group = await find(connection, groupId);
		if (group === null) return groupNotFound(groupId);
		if (!NOT_ALLOWED.has(code)) return error;
		return new GatewayError(
			'not_admin',
			`The instance is not an admin of the group "${group.name}". Ask one of its admins to make it one.`,
		);
	}

	return {
		request,
		find,
		withPicture,
		change: (groupId, send) =>
			request('change the group', async (connection) => {
				try {
					return await send(connection);
				} catch (error) {
					throw error instanceof GatewayError ? error : await changeError(connection, groupId, error);
				}
			}),
	};
}
