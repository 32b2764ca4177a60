import { GatewayError } from '../../../domain/error.ts';
import { isGroupJid } from '../../../domain/phone.ts';
import type { NetworkConnection } from '../../driver.ts';
import type { DeviceConnection } from '../device.ts';
import { refusalCode } from '../errors/refusal-code.ts';
import type { GroupRequests } from './group-requests.ts';
import { groupNotFound } from '../../../domain/chats/group-not-found.ts';

const INVITE_URL = 'https://chat.whatsapp.com/';
/** A link, with or without its scheme and what apps append to it, or the code alone. */
const INVITE = /^(?:(?:https?:\/\/)?chat\.whatsapp\.com\/(?:invite\/)?)?([A-Za-z0-9_-]{6,64})\/?(?:[?#].*)?$/;
/** WhatsApp's code where the account is in the group already. */
const ALREADY_IN = 409;

/** Invites to groups, joining and leaving them. */
export function groupMembership({
	request,
	change,
	find,
	withPicture,
}: GroupRequests): Pick<NetworkConnection, 'getInvite' | 'revokeInvite' | 'joinGroup' | 'leaveGroup'> {
	/** Returns the id of the group; throws group_not_found where WhatsApp does not accept the code. */
	async function accept({ socket }: DeviceConnection, code: string): Promise<string> {
		try {
			const groupId = await socket.groupAcceptInvite(code);
			if (groupId !== undefined && isGroupJid(groupId)) return groupId;
		} catch (error) {
			const refused = refusalCode(error);
			if (refused === null || refused === 429) throw error;
			if (refused === ALREADY_IN) return (await socket.groupGetInviteInfo(code)).id;
			throw invalidInvite();
		}
		throw new GatewayError(
			'group_not_found',
			'The admins of this group approve who joins it. WhatsApp has passed the request on to them; the instance is in the group when one of them accepts it.',
		);
	}

	return {
		getInvite: (groupId) =>
			change(groupId, async ({ socket }) => inviteLink(await socket.groupInviteCode(groupId))),
		revokeInvite: (groupId) =>
			change(groupId, async ({ socket }) => inviteLink(await socket.groupRevokeInvite(groupId))),
		joinGroup: (invite) =>
			request('join the group', async (connection) => {
				const code = INVITE.exec(invite.trim())?.[1];
				if (code === undefined) throw invalidInvite();
				const groupId = await accept(connection, code);
				const group = await find(connection, groupId);
				if (group === null) throw groupNotFound(groupId);
				// The instance has joined, even if the query for the picture fails.
				return withPicture(connection, group).catch(() => group);
			}),
		leaveGroup: (groupId) =>
			request('leave the group', async (connection) => {
				// Baileys ignores the error that WhatsApp returns for the single group.
				if ((await find(connection, groupId)) === null) throw groupNotFound(groupId);
				await connection.socket.groupLeave(groupId);
			}),
	};
}

function inviteLink(code: string | undefined): string {
	if (code === undefined || !INVITE.test(code)) throw new Error('WhatsApp returned no invite code.');
	return INVITE_URL + code;
}

function invalidInvite(): GatewayError {
	return new GatewayError(
		'group_not_found',
		'WhatsApp does not accept this invite: it is wrong or was revoked, or the instance may not join the group. Ask an admin of the group for its invite link.',
	);
}
