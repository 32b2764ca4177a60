import type { AuditId, KeyId, PasskeyId, SessionId, UserId } from '../../domain/ids.ts';
import type { Role } from '../../domain/access/user.ts';
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

/** A person who signs in to the page. */
export interface UserTable {
	id: UserId;
	name: string;
	/** The normalized name, by which names are compared (nameKeyOf). */
	name_key: string;
	role: Role;
	/** Argon2id, as a PHC string; null: the person has not set a password yet, or signs in at a proxy. */
	password_hash: string | null;
	/** The sealed secret of the person's authenticator app; null: there is none. */
	totp_secret: string | null;
	/** When the app was confirmed by a first code; null: it is not in use. */
	totp_confirmed_at: Time | null;
	/** The latest time step whose code was accepted: a code is accepted once. */
	totp_step: number | null;
	created_at: Time;
	last_sign_in_at: Time | null;
}

/** A link by which somebody sets a password, which can be used once. */
export interface UserLinkTable {
	/** SHA-256 of the link's token, lowercase hexadecimal. */
	hash: string;
	/** Whose link it is; null: it makes the first owner. */
	user_id: UserId | null;
	expires_at: Time;
}

/** A session of a person in one browser. */
export interface UserSessionTable {
	id: SessionId;
	user_id: UserId;
	/** SHA-256 of the token in the browser's cookie, lowercase hexadecimal. */
	hash: string;
	/** SHA-256 of the CSRF token that the page keeps, lowercase hexadecimal. */
	csrf_hash: string;
	method: SignInMethod;
	/** The client's address at the sign-in. */
	address: string;
	user_agent: string | null;
	created_at: Time;
	last_used_at: Time;
	/** When the session ends even while it is in use. */
	expires_at: Time;
	/** When the person last confirmed their identity for sensitive actions; null: not in this session. */
	confirmed_at: Time | null;
}

/** The method by which a session began. */
export type SignInMethod = 'password' | 'passkey' | 'proxy' | 'link';

/** A passkey of a person (WebAuthn). */
export interface PasskeyTable {
	id: PasskeyId;
	user_id: UserId;
	name: string;
	/** The browser's value, in base64url. */
	credential_id: string;
	/** COSE, in base64url. */
	public_key: string;
	/** How often the authenticator has signed, as far as it counts. */
	counter: number;
	/** JSON array of WebAuthn's transports. */
	transports: JsonText;
	created_at: Time;
	last_used_at: Time | null;
}

/** A code that replaces the second factor once. */
export interface RecoveryCodeTable {
	user_id: UserId;
	/** SHA-256 of the code, lowercase hexadecimal. */
	hash: string;
}

/** The challenge of a passkey's signature that was accepted: it is not accepted again. */
export interface UsedChallengeTable {
	/** SHA-256 of the challenge, lowercase hexadecimal. */
	hash: string;
	expires_at: Time;
}

/** A network somebody has signed in from: attempts from there do not wait behind those of strangers. */
export interface KnownNetworkTable {
	network: string;
	last_sign_in_at: Time;
}

/** A change of a key, a webhook, an instance or a person's account. */
export interface AuditLogTable {
	id: AuditId;
	at: Time;
	/** The id of a person or an API key, `command line`, or `nobody` after a failed sign-in. */
	actor: string;
	/** The actor's name at that time; null: it has none. */
	actor_name: string | null;
	action: string;
	/** Id of the changed object. */
	target: string;
	details: JsonText | null;
}
