import type { AuditId, KeyId, SessionId } from '../../domain/ids.ts';
import type { OWNER } from '../../domain/owner.ts';
import type { JsonText, Time } from './column-types.ts';

export interface ApiKeyTable {
	id: KeyId;
	name: string;
	/** SHA-256 of the key, lowercase hexadecimal; the key itself is never stored. */
	hash: string;
	/** The last characters of the key, by which its owner recognises it; null for a key without a stored hint. */
	hint: string | null;
	/** JSON array of scopes; null: full access. */
	scopes: JsonText | null;
	/** JSON array of CIDR ranges; null: any address. */
	allowed_ips: JsonText | null;
	/** JSON array of the instances that exist for the key; null: all. */
	instance_ids: JsonText | null;
	created_at: Time;
	expires_at: Time | null;
	revoked_at: Time | null;
	last_used_at: Time | null;
}

/** The account that signs in to the dashboard; there is no row until its password is set. */
export interface OwnerTable {
	name: typeof OWNER;
	/** Argon2id, as a PHC string. */
	password_hash: string;
	changed_at: Time;
}

/** A link to set the owner's password, which can be used once. */
export interface SetupLinkTable {
	/** SHA-256 of the link's token, lowercase hexadecimal. */
	hash: string;
	expires_at: Time;
}

/** A session of the owner in one browser. */
export interface OwnerSessionTable {
	id: SessionId;
	/** SHA-256 of the token in the browser's cookie, lowercase hexadecimal. */
	hash: string;
	/** The client's address at the sign-in. */
	address: string;
	user_agent: string | null;
	created_at: Time;
	last_used_at: Time;
	/** When the session ends even while it is in use. */
	expires_at: Time;
}

/** A change of a key, a webhook, an instance or the owner's account. */
export interface AuditLogTable {
	id: AuditId;
	at: Time;
	/** An API key's id, `owner`, `command line`, or `nobody` after a failed sign-in. */
	actor: string;
	action: string;
	/** Id of the changed object. */
	target: string;
	details: JsonText | null;
}
