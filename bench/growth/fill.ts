import { CHAT_SIZE } from '../read/people.ts';
import type { Database } from './database.ts';
import { DIALECTS, idAt } from './sql.ts';
import { withoutIndexes } from './indexes.ts';

/** The instance and the webhook of the filled rows. */
export interface Owners {
	instanceIds: readonly string[];
	webhookId: string;
}

/** Messages at equal intervals; their numbers are unique in a database. */
export interface Stretch {
	/** Number of chats over which they are spread. */
	chats: number;
	first: number;
	count: number;
	/** Epoch milliseconds of the first, and the milliseconds between two. */
	begin: number;
	interval: number;
	/** Of the messages from this number on, some are unread; Infinity: of none. */
	unreadFrom: number;
}

const DAY = 86_400_000;
/** Age of the oldest message, for any number of messages. */
const AGE = 90 * DAY;
/** The share of the messages, the newest ones, that have events, because events have a shorter retention. */
const EVENT_SHARE = 0.1;
/** Rows that one statement inserts. */
const CHUNK = 1_000_000;
/** One chat in this many has an unread message. */
const UNREAD_EVERY = 5;
/** The phone of the first chat; each next one is greater by ten, so that all end in 7. */
const FIRST_PHONE = 49_151_000_007;

/** Returns the phone of a chat, as `contactPhone`. */
const PHONE = `cast(${FIRST_PHONE} + chat * 10 as text)`;

/** Fills the database of a stopped gateway with messages, their chats, and the events and deliveries of the newest. */
export async function fillHistory(
	database: Database,
	owners: Owners,
	messages: number,
	now: number,
): Promise<void> {
	const chats = chatsOf(messages);
	const interval = Math.floor(AGE / messages);
	const begin = now - messages * interval;
	const chunkFrom = (first: number): Stretch => ({
		chats,
		first,
		count: Math.min(CHUNK, messages - first),
		begin: begin + first * interval,
		interval,
		unreadFrom: messages - chats,
	});
	await withoutIndexes(database, ['messages', 'chats', 'events', 'deliveries'], async () => {
		await database.withoutForeignKeys(async () => {
			for (let first = 0; first < messages; first += CHUNK) {
				await insertMessages(database, owners, chunkFrom(first));
			}
			const withEvents = messages - Math.floor(messages * EVENT_SHARE);
			for (let first = withEvents; first < messages; first += CHUNK) {
				await insertEvents(database, owners, chunkFrom(first));
			}
		});
		await insertChats(database, owners, { ...chunkFrom(0), count: messages });
	});
	await database.execute(database.engine === 'postgres' ? 'vacuum (freeze, analyze)' : 'analyze');
	await database.execute(database.engine === 'postgres' ? 'checkpoint' : 'pragma wal_checkpoint(truncate)');
}

/** Inserts messages with an event each, and the event's delivery. */
export async function insertWithEvents(database: Database, owners: Owners, stretch: Stretch): Promise<void> {
	await insertMessages(database, owners, stretch);
	await insertEvents(database, owners, stretch);
}

/** Returns the number of chats that a database with this many messages has. */
export function chatsOf(messages: number): number {
	return Math.ceil(messages / CHAT_SIZE);
}

async function insertMessages(database: Database, owners: Owners, stretch: Stretch): Promise<void> {
	const id = idAt(database.engine, 'msg', 'at', 'n');
	const chat = `${PHONE} || '@s.whatsapp.net'`;
	const isOutbound = 'n % 3 = 0';
	const unreadFrom = Math.min(stretch.unreadFrom, Number.MAX_SAFE_INTEGER);
	const isUnread = `n % 3 <> 0 and chat % ${UNREAD_EVERY} = 0 and n >= ${unreadFrom}`;
	await database.execute(
		`insert into messages (id, instance_id, chat_id, direction, type, content, sender, sender_id, recipient, status,
			provider_message_id, provider_chat_id, provider_sender_id, created_at, sent_at, delivered_at, read_at)
		select ${id}, instances.id, ${chat}, case when ${isOutbound} then 'outbound' else 'inbound' end, 'text', ${TEXT},
			case when ${isOutbound} then null else ${PHONE} end, case when ${isOutbound} then null else ${chat} end,
			case when ${isOutbound} then ${PHONE} end, case when ${isUnread} then 'delivered' else 'read' end,
			case when ${isOutbound} then ${id} else 'bench:' || n end,
			case when ${isOutbound} then '' else ${chat} end, case when ${isOutbound} then '' else ${chat} end,
			at, case when ${isOutbound} then at end, at, case when ${isUnread} then null else at end
		from ${rowsOf(database, owners, stretch)}`,
	);
}

const TEXT = `'Message ' || n || ' of a long conversation about deliveries, opening hours and prices.'`;

/** Inserts the chats, each with the newest of its messages. */
async function insertChats(database: Database, owners: Owners, stretch: Stretch): Promise<void> {
	const { chats, count, begin, interval } = stretch;
	const last = `(n + ((${count - 1} - n) / ${chats}) * ${chats})`;
	const lastAt = `(${begin} + ${last} * ${interval})`;
	// A chat's unread message is its newest, and inbound.
	const unread = `case when n % ${UNREAD_EVERY} = 0 and ${last} % 3 <> 0 then 1 else 0 end`;
	await database.execute(
		`insert into chats (instance_id, id, phone, contact_name, search_name, is_group, unread_count, has_unread,
			last_message_id, last_message_at, created_at)
		select instances.id, ${PHONE} || '@s.whatsapp.net', ${PHONE}, 'Ada ' || n, 'ada ' || n, 0, ${unread}, ${unread},
			${idAt(database.engine, 'msg', lastAt, last)}, ${lastAt}, ${begin}
		from ${rowsOf(database, owners, { ...stretch, first: 0, count: chats })}`,
	);
}

async function insertEvents(database: Database, owners: Owners, stretch: Stretch): Promise<void> {
	const { engine } = database;
	const from = rowsOf(database, owners, stretch);
	const [event, delivery] = [idAt(engine, 'evt', 'at', 'n'), idAt(engine, 'dlv', 'at', 'n')];
	const kind = `case when n % 3 = 0 then 'message.sent' else 'message.received' end`;
	const body = `'{"event":"' || ${kind} || '","timestamp":"2026-11-24T03:20:58.084Z","eventId":"' || ${event} ||
		'","data":{"messageId":"' || ${idAt(engine, 'msg', 'at', 'n')} || '","instanceId":"' || instances.id ||
		'","chatId":"' || ${PHONE} || '@s.whatsapp.net","type":"text","content":"' || ${TEXT} || '","status":"sent"}}'`;
	await database.execute(
		`insert into events (id, instance_id, kind, body, created_at)
		select ${event}, instances.id, ${kind}, ${body}, at from ${from}`,
	);
	await database.execute(
		`insert into deliveries (id, event_id, webhook_id, kind, test, status, attempts, failures, due_at, created_at, finished_at)
		select ${delivery}, ${event}, '${owners.webhookId}', ${kind}, 0, 'success', 1, 0, at, at, at from ${from}`,
	);
	await database.execute(
		`insert into delivery_attempts (delivery_id, number, started_at, duration, status_code, request_url,
			request_headers, response_headers, response_body)
		select ${delivery}, 1, at, 3, 200, 'http://127.0.0.1:8080/hook', '${REQUEST_HEADERS}', '${RESPONSE_HEADERS}', ''
		from ${from}`,
	);
}

const REQUEST_HEADERS = JSON.stringify({
	'content-type': 'application/json',
	'user-agent': 'messaging-gateway/1',
	'x-service-attempt': '1',
	'x-service-signature': `sha256=${'0'.repeat(64)}`,
	'webhook-id': `evt_${'0'.repeat(26)}`,
	'webhook-timestamp': '1795490458',
	'webhook-signature': `v1,${'0'.repeat(43)}=`,
});
const RESPONSE_HEADERS = JSON.stringify({
	'content-length': '0',
	date: 'Tue, 24 Nov 2026 03:20:58 GMT',
	connection: 'keep-alive',
});

/** Returns the tables that each row of a stretch is made of: its number n, its time, its chat and its instance. */
function rowsOf(
	{ engine }: Database,
	{ instanceIds }: Owners,
	{ chats, first, count, begin, interval }: Stretch,
): string {
	const series = DIALECTS[engine].series(first, first + count);
	const instances = instanceIds.map((id, number) => `select ${number} as number, '${id}' as id`);
	return `(select n, ${begin} + (n - ${first}) * ${interval} as at, n % ${chats} as chat from ${series} as numbers) as filled
		join (${instances.join(' union all ')}) as instances on instances.number = chat % ${instanceIds.length}`;
}
