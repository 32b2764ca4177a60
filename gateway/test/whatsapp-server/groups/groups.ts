export interface Group {
	/** Its JID. */
	id: string;
	subject: string;
	/** Seconds since 1970. */
	createdAt: string;
	/** Phone. */
	creator: string;
	description: { id: string; text: string; by: string; at: string } | null;
	/** The server of the JIDs its members are addressed by. */
	addressing: 'lid' | 's.whatsapp.net';
	/** Roles by phone. */
	members: Map<string, Role>;
	picture: string | null;
	/** The bytes of the picture, where somebody has set it. */
	image: Buffer | null;
	/** Only admins may write. */
	announce: boolean;
	/** Only admins may change the group's data. */
	restrict: boolean;
	/** The code of its invite link. */
	invite: string;
	/** Codes that were revoked. */
	formerInvites: Set<string>;
	/** Devices that have the sender key of a member, as `<member> to <device>`. */
	senderKeyHolders: Set<string>;
}

export type Role = 'member' | 'admin' | 'superadmin';
