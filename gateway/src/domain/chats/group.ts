export interface GroupParticipant {
	/** The participant's id on the network: `<phone>@s.whatsapp.net` where the phone is known, else a LID. */
	id: string;
	/** Null where the network does not reveal it. */
	phone: string | null;
	isAdmin: boolean;
	isSuperAdmin: boolean;
}

export interface NetworkGroup {
	/** Group JID. */
	id: string;
	name: string;
	description: string | null;
	pictureUrl: string | null;
	/** The owner's phone number, or the id on the network where it is not known; empty for a group without owner. */
	owner: string;
	/** Epoch milliseconds. */
	createdAt: number;
	participants: readonly GroupParticipant[];
	/** `announce`: only admins may send messages; `restrict`: only admins may change the group's data. */
	settings: { announce: boolean; restrict: boolean };
}

export const GROUP_ACTIONS = ['add', 'remove', 'promote', 'demote'] as const;
export type GroupAction = (typeof GROUP_ACTIONS)[number];

/** The properties of a group that can change. */
export const GROUP_CHANGES = ['name', 'description', 'announce', 'restrict', 'picture', 'invite'] as const;
export type GroupChange = (typeof GROUP_CHANGES)[number];

/** The changes of a group's participants: by an admin, or by themselves with an invite or by leaving. */
export const PARTICIPANT_CHANGES = [...GROUP_ACTIONS, 'join', 'leave'] as const;
export type ParticipantChange = (typeof PARTICIPANT_CHANGES)[number];

/** Settings of a group to change. An absent property stays as it is; null removes it. */
export interface GroupSettings {
	name?: string;
	description?: string | null;
	/** Whether only admins may send messages. */
	announce?: boolean;
	/** Whether only admins may change the group's data. */
	restrict?: boolean;
}

/** The reasons why the network did not apply a group action to a participant. */
export const PARTICIPANT_REFUSALS = ['not_participant', 'already_participant', 'not_on_network'] as const;
export type ParticipantRefusal = (typeof PARTICIPANT_REFUSALS)[number];

/** Longest name of a group, in characters. */
export const GROUP_NAME_LIMIT = 100;
/** Longest description of a group, in characters. */
export const GROUP_DESCRIPTION_LIMIT = 2048;
/** Most participants of one request. */
export const PARTICIPANTS_LIMIT = 1024;
