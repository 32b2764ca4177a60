/** A group of people. */
export interface Group {
	/** Its JID. */
	id: string;
	subject: string;
	/** Seconds since 1970. */
	createdAt: string;
	/** Phone. */
	creator: string;
	description: { id: string; text: string; by: string; at: string } | null;
	/** Whether its members go by LID or by phone number. */
	addressing: 'lid' | 's.whatsapp.net';
	/** Phones, and what they may do. */
	members: Map<string, Role>;
	picture: string | null;
	/** Whose sender key is known to whom. */
	keyed: Set<string>;
}

export type Role = 'member' | 'admin' | 'superadmin';
