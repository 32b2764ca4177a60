import { minIdAt, type IdPrefix } from '../../../src/domain/ids.ts';
import { ON_POSTGRES } from '../../support/database.ts';
import { openConnection } from './connection.ts';

/** Numbers of rows, in the proportions of a gateway that has worked for weeks. */
const MESSAGES = 1_000_000;
const INSTANCES = 20;
const CHATS_OF_INSTANCE = 5000;
const EVENTS = 200_000;
export const WEBHOOKS = 4;
/** The index of the instance that is connected. */
export const CONNECTED = 3;
/** Rows at the beginning that are older than every retention period of the test. */
const OLD = 300;
const DAY = 86_400_000;
const TABLES = [
	'messages',
	'chats',
	'chat_owners',
	'contacts',
	'events',
	'deliveries',
	'delivery_attempts',
	'idempotency_keys',
	'uploads',
	'instance_hourly_stats',
];

/** The id of the nth object of a kind in the database. */
export function nthId(prefix: IdPrefix, n: number, at: number): string {
	return `${minIdAt(prefix, at).slice(0, -16)}${String(n).padStart(16, '0')}`;
}

/** The same id as an SQL expression on the columns `n` and `at`. */
function idOf(prefix: IdPrefix, n = 'n', at = 'at'): string {
	const digit = (shift: number) =>
		`substr('0123456789abcdefghjkmnpqrstvwxyz', cast(((${at}) >> ${shift}) & 31 as integer) + 1, 1)`;
	const time = Array.from({ length: 10 }, (_, index) => digit(45 - 5 * index)).join(' || ');
	const number = ON_POSTGRES ? `lpad((${n})::text, 16, '0')` : `printf('%016d', ${n})`;
	return `'${prefix}_' || ${time} || ${number}`;
}

/** A table of rows with a number `n` and a time `at`, oldest first; the first rows are weeks older than the others. */
function series(count: number, now: number): string {
	const step = Math.floor((20 * DAY) / count);
	const at = `(case when n < ${OLD} then ${now - 60 * DAY} + n else ${now - 21 * DAY} + n * ${step} end)`;
	const numbers = ON_POSTGRES
		? `numbers as (select cast(n as bigint) as n from generate_series(0, ${count - 1}) as n)`
		: `recursive numbers (n) as (select 0 union all select n + 1 from numbers where n < ${count - 1})`;
	return `with ${numbers}, rows_to_add as (select n, ${at} as at from numbers) select`;
}

/** An instance by its number, and a chat by the number of one of its messages. */
const INSTANCE_AT = 1_700_000_000_000;
export const instanceId = (n: number): string => nthId('inst', n, INSTANCE_AT);
export const ORDERED_WEBHOOK = nthId('wh', 3, INSTANCE_AT);
export const chatId = (n: number): string => `49151${String(n).padStart(8, '0')}@s.whatsapp.net`;
const INSTANCE = idOf('inst', `n % ${INSTANCES}`, String(INSTANCE_AT));
const CHAT = `(n / ${INSTANCES}) % ${CHATS_OF_INSTANCE}`;
const PHONE = `'49151' || ${ON_POSTGRES ? `lpad((${CHAT})::text, 8, '0')` : `printf('%08d', ${CHAT})`}`;
const KIND = `case n % 3 when 0 then 'message.received' when 1 then 'message.sent' else 'message.delivered' end`;
const OUTBOUND = `n / ${INSTANCES * CHATS_OF_INSTANCE} % 2 = 1`;

function statements(now: number, url: string): string[] {
	const chats = INSTANCES * CHATS_OF_INSTANCE;
	return [
		`insert into instances (id, name, status, method, phone, auto_read, auto_typing, webhook_events, created_at,
			connected_at, last_seen_at)
			${series(INSTANCES, now)} ${INSTANCE}, 'Shop', case n when ${CONNECTED} then 'connected' else 'disconnected' end,
				'qrcode', '4930123456', 0, 0, '[]', at, at, at from rows_to_add`,
		`insert into network_sessions (instance_id, key, value)
			select id, 'profile', '{"phone":"4930123456","profileName":"Shop","profilePicUrl":null}' from instances`,
		`insert into messages (id, instance_id, chat_id, direction, type, content, sender, recipient, status,
			provider_message_id, provider_chat_id, created_at, sent_at, report_at, media_file, failed_at)
			${series(MESSAGES, now)} ${idOf('msg')}, ${INSTANCE}, ${PHONE} || '@s.whatsapp.net',
				case when ${OUTBOUND} then 'outbound' else 'inbound' end, 'text', 'Hello',
				case when ${OUTBOUND} then null else ${PHONE} end, case when ${OUTBOUND} then ${PHONE} end,
				case when n % 1000 = 0 then 'failed' when n > ${MESSAGES - 2000} and ${OUTBOUND} then 'queued'
					when ${OUTBOUND} and n % 50 = 1 then 'sent' when n > ${MESSAGES / 2} and not ${OUTBOUND} and n % 9 = 2
					then 'delivered' else 'read' end,
				'net' || n, ${PHONE}, at, at, case when n % 20000 = 7 then at end,
				case when n % 50 = 3 then 'received/' || n end, case when n % 1000 = 0 then at end
			from rows_to_add`,
		`insert into chats (instance_id, id, phone, contact_name, search_name, is_group, unread_count, has_unread,
			last_message_id, last_message_at, created_at)
			${series(chats, now)} ${INSTANCE}, ${PHONE} || '@s.whatsapp.net', ${PHONE}, 'Ada ' || n, 'ada ' || n, 0,
				case when n % 9 = 2 then 1 else 0 end, case when n % 9 = 2 then 1 else 0 end,
				${idOf('msg', `n + ${MESSAGES - chats}`, lastMessageAt(now, chats))}, ${lastMessageAt(now, chats)}, at
			from rows_to_add`,
		`insert into chat_owners (instance_id, chat_id, owned_until)
			${series(chats, now)} ${INSTANCE}, ${PHONE} || '@s.whatsapp.net', case when n % 1000 = 7 then ${now + DAY} end
			from rows_to_add`,
		`insert into contacts (instance_id, id, phone, name, sort_name, is_business, is_blocked)
			${series(chats, now)} ${INSTANCE}, ${PHONE} || '@s.whatsapp.net', ${PHONE}, 'Ada ' || n, 'ada ' || n, 0, 0 from rows_to_add`,
		`insert into webhooks (id, role, url, events, secret, status, created_at)
			${series(WEBHOOKS, now)} ${idOf('wh', 'n', String(INSTANCE_AT))}, 'registered', '${url}',
				'["message.received"]', 'secret', 'active', at from rows_to_add`,
		`insert into events (id, instance_id, kind, body, created_at)
			${series(EVENTS, now)} ${idOf('evt')}, ${INSTANCE}, ${KIND}, '{"kind":"message.received","data":{}}', at
			from rows_to_add`,
		`insert into deliveries (id, event_id, webhook_id, kind, test, status, attempts, failures, due_at, created_at,
			finished_at)
			${series(EVENTS, now)} ${idOf('dlv')}, ${idOf('evt')}, ${idOf('wh', `n % ${WEBHOOKS}`, String(INSTANCE_AT))},
				${KIND}, 0, case when n > ${EVENTS - 100} then 'pending' when n % 50 = 1 then 'failed' else 'success' end,
				case when n > ${EVENTS - 50} then 0 else 1 end, 0, at, at, case when n > ${EVENTS - 100} then null else at end
			from rows_to_add`,
		// Thousands of events of one chat that wait, at an ordered webhook that is paused.
		`update webhooks set ordered = 1, paused_at = ${now} where id = '${ORDERED_WEBHOOK}'`,
		`update deliveries set status = 'waiting', attempts = 0, finished_at = null, position = created_at,
			ordering_key = '${instanceId(CONNECTED)} ${chatId(7)}'
			where webhook_id = '${ORDERED_WEBHOOK}' and created_at between ${now - 6 * DAY} and ${now - 4 * DAY}`,
		`insert into delivery_attempts (delivery_id, number, started_at, duration, status_code)
			${series(EVENTS, now)} ${idOf('dlv')}, 1, at, 10, 200 from rows_to_add`,
		`insert into idempotency_keys (actor, key, request_hash, response, created_at)
			${series(20_000, now)} 'owner', 'key' || n, 'hash', '{}', case when n < ${OLD} then at else ${now} - n * 4000 end
			from rows_to_add`,
		`insert into uploads (id, file, media_type, mime_type, size, created_at)
			${series(5000, now)} ${idOf('med', 'n', `case when n < ${OLD} then at else ${now} end`)}, 'uploads/' || n, 'image',
				'image/png', 10, case when n < ${OLD} then at else ${now} end from rows_to_add`,
		`insert into instance_hourly_stats (instance_id, hour, sent, received, delivered, read, failed)
			${series(100_000, now)} ${INSTANCE}, '2025-' || n, 1, 1, 1, 1, 0 from rows_to_add`,
	];
}

/** When the last message of the chat of the row `n` was created; see series(). */
function lastMessageAt(now: number, chats: number): string {
	const step = Math.floor((20 * DAY) / MESSAGES);
	return `(${now - 21 * DAY} + (n + ${MESSAGES - chats}) * ${step})`;
}

/**
 * Fills the database of a data folder by statements of SQL alone, without its indexes, which are built afterwards.
 * PostgreSQL analyses it, as its autovacuum does in production; nothing analyses a SQLite file.
 */
export async function fillDatabase(folder: string, now: number, webhookUrl: string): Promise<void> {
	const db = await openConnection(folder);
	try {
		const settings = ON_POSTGRES
			? ['set session_replication_role = replica', "set maintenance_work_mem = '256MB'"]
			: ['pragma foreign_keys = off', 'pragma journal_mode = off', 'pragma synchronous = off'];
		for (const setting of settings) await db.run(setting);
		const names = TABLES.map((table) => `'${table}'`).join(', ');
		const indexes = await db.run(
			ON_POSTGRES
				? `select indexname as name, indexdef as text from pg_indexes
					where tablename in (${names}) and indexname not in (select conname from pg_constraint)`
				: `select name, sql as text from sqlite_master
					where type = 'index' and sql is not null and tbl_name in (${names})`,
		);
		for (const { name } of indexes) await db.run(`drop index ${String(name)}`);
		for (const statement of statements(now, webhookUrl)) await db.run(statement);
		for (const { text } of indexes) await db.run(String(text));
		if (!ON_POSTGRES) return;
		await db.run('insert into chat_counts select instance_id, count(*) from chats group by instance_id');
		await db.run('vacuum analyze');
	} finally {
		await db.close();
	}
}
