import type { GroupChange } from '../../whatsapp-server/groups/group-controls.ts';

/** A group as the WhatsApp stand-in has it. */
export interface GroupInfo {
	subject: string;
	description: string | null;
	announce: boolean;
	restrict: boolean;
	/** Base64. */
	picture: string | null;
	/** The code of its invite link. */
	invite: string;
}

/** The actions of others on groups of the WhatsApp stand-in. */
export interface GroupControls {
	/** A member changes settings, or the picture, of a group. */
	changeGroup(change: GroupChange): Promise<void>;
	groupInfo(group: string): Promise<GroupInfo>;
	/** Returns the new invite code. */
	revokeInvite(by: string, group: string): Promise<string>;
	/** A person joins by an invite code; returns whether the network accepted it. */
	join(by: string, invite: string): Promise<boolean>;
	leave(by: string, group: string): Promise<void>;
}

type Control = <T = unknown>(name: string, body?: object) => Promise<T>;

export function groupControls(control: Control): GroupControls {
	return {
		async changeGroup(change) {
			await control('changeGroup', change);
		},
		groupInfo: (group) => control('groupInfo', { group }),
		revokeInvite: async (by, group) =>
			(await control<{ invite: string }>('revokeInvite', { by, group })).invite,
		join: async (by, invite) => (await control<{ joined: boolean }>('join', { by, invite })).joined,
		async leave(by, group) {
			await control('leave', { by, group });
		},
	};
}
