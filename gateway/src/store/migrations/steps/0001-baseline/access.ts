import { sql, type Kysely } from 'kysely';
import { engineOf } from '../../../engine/engine.ts';
import type { TextType } from './text-type.ts';

/** API keys, the owner with the browsers signed in, the audit log, and the counts of rate limits. */
export async function createAccessTables(db: Kysely<unknown>, text: TextType): Promise<void> {
	await sql`create table api_keys (
		id ${text} primary key,
		name ${text} not null,
		hash ${text} not null unique,
		hint ${text},
		scopes ${text},
		allowed_ips ${text},
		created_at bigint not null,
		expires_at bigint,
		revoked_at bigint,
		last_used_at bigint
	)`.execute(db);

	await sql`create table owner (
		name ${text} primary key,
		password_hash ${text} not null,
		changed_at bigint not null
	)`.execute(db);
	await sql`create table setup_links (
		hash ${text} primary key,
		expires_at bigint not null
	)`.execute(db);
	await sql`create table owner_sessions (
		id ${text} primary key,
		hash ${text} not null unique,
		address ${text} not null,
		user_agent ${text},
		created_at bigint not null,
		last_used_at bigint not null,
		expires_at bigint not null
	)`.execute(db);

	await sql`create table audit_log (
		id ${text} primary key,
		at bigint not null,
		actor ${text} not null,
		action ${text} not null,
		target ${text} not null,
		details ${text}
	)`.execute(db);

	if (engineOf(db) === 'sqlite') return;
	// The columns are those of rate-limiter-flexible. Unlogged: counts wait for no disk, and may be lost in a crash.
	await sql`create unlogged table rate_limits (
		key varchar(255) primary key,
		points integer not null default 0,
		expire bigint
	)`.execute(db);
}
