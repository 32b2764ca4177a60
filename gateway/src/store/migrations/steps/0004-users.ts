import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createIds, systemClock, systemEntropy } from '../../../runtime/system.ts';
import { textType } from './0001-baseline/text-type.ts';

/** People with names and roles in place of the one owner, who stays with the same password and signs in again. */
export const users: Migration = {
	async up(db: Kysely<unknown>): Promise<void> {
		const text = textType(db);
		await sql`create table users (
			id ${text} primary key,
			name ${text} not null,
			name_key ${text} not null unique,
			role ${text} not null,
			password_hash ${text},
			totp_secret ${text},
			totp_confirmed_at bigint,
			totp_step bigint,
			created_at bigint not null,
			last_sign_in_at bigint
		)`.execute(db);
		await sql`create table user_links (
			hash ${text} primary key,
			user_id ${text} references users (id) on delete cascade,
			expires_at bigint not null
		)`.execute(db);
		await sql`create index user_links_by_user on user_links (user_id)`.execute(db);
		await sql`create table user_sessions (
			id ${text} primary key,
			user_id ${text} not null references users (id) on delete cascade,
			hash ${text} not null unique,
			csrf_hash ${text} not null,
			method ${text} not null,
			address ${text} not null,
			user_agent ${text},
			created_at bigint not null,
			last_used_at bigint not null,
			expires_at bigint not null,
			confirmed_at bigint
		)`.execute(db);
		await sql`create index user_sessions_by_user on user_sessions (user_id)`.execute(db);
		await sql`create table passkeys (
			id ${text} primary key,
			user_id ${text} not null references users (id) on delete cascade,
			name ${text} not null,
			credential_id ${text} not null unique,
			public_key ${text} not null,
			counter bigint not null,
			transports ${text} not null,
			created_at bigint not null,
			last_used_at bigint
		)`.execute(db);
		await sql`create index passkeys_by_user on passkeys (user_id)`.execute(db);
		await sql`create table recovery_codes (
			user_id ${text} not null references users (id) on delete cascade,
			hash ${text} not null,
			primary key (user_id, hash)
		)`.execute(db);
		await sql`create table used_challenges (
			hash ${text} primary key,
			expires_at bigint not null
		)`.execute(db);
		await sql`create table known_networks (
			network ${text} primary key,
			last_sign_in_at bigint not null
		)`.execute(db);
		await sql`alter table audit_log add column actor_name ${text}`.execute(db);

		await keepOwner(db);
		await sql`insert into user_links (hash, user_id, expires_at) select hash, null, expires_at from setup_links`.execute(
			db,
		);
		await sql`drop table owner_sessions`.execute(db);
		await sql`drop table setup_links`.execute(db);
		await sql`drop table owner`.execute(db);
	},
};

/** Makes the owner the first person, under whom the owner's requests and acts stand. */
async function keepOwner(db: Kysely<unknown>): Promise<void> {
	const { rows } = await sql<{
		password_hash: string;
		changed_at: number;
	}>`select password_hash, changed_at from owner`.execute(db);
	const [owner] = rows;
	if (owner === undefined) return;
	const id = createIds(systemClock, systemEntropy)('usr');
	await sql`insert into users (id, name, name_key, role, password_hash, created_at)
		values (${id}, 'owner', 'owner', 'owner', ${owner.password_hash}, ${owner.changed_at})`.execute(db);
	await sql`update idempotency_keys set actor = ${id} where actor = 'owner'`.execute(db);
	await sql`update audit_log set actor = ${id}, actor_name = 'owner' where actor = 'owner'`.execute(db);
}
