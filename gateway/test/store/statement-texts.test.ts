import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Kysely, PostgresDialect, sql } from 'kysely';
import path from 'node:path';
import pg from 'pg';
import type { InstanceId } from '../../src/domain/ids.ts';
import type { ActorName } from '../../src/domain/access/user.ts';
import { systemClock } from '../../src/runtime/system.ts';
import { acquireLeases, lockLeases, releaseLeases } from '../../src/store/cluster/leases.ts';
import { sqliteDialect } from '../../src/store/engine/sqlite/dialect.ts';
import { openSqlite } from '../../src/store/engine/sqlite/sqlite.ts';
import { findEvents, findEventsOfMessage } from '../../src/store/events/event-log.ts';
import { sentOnDay } from '../../src/store/instances/hourly-stats.ts';
import {
	countInstances,
	findInstances,
	listInstances,
	listInstancesInUse,
} from '../../src/store/instances/instances.ts';
import { readSessionValues, writeSessionValues } from '../../src/store/instances/network-sessions.ts';
import { findIdempotencyKeys, insertIdempotencyKeys } from '../../src/store/idempotency/idempotency-keys.ts';
import { lockMessages } from '../../src/store/messages/messages.ts';
import { claimMissing } from '../../src/store/messages/missing-content.ts';
import { listQueuedInChats } from '../../src/store/messages/queued-messages.ts';
import { findMessageIds } from '../../src/store/messages/provider-message-ids.ts';
import { lockReceivedMessages } from '../../src/store/messages/received-messages.ts';
import { findQueuedMediaUrls } from '../../src/store/messages/uploads.ts';
import { deleteResponses } from '../../src/store/retention/responses.ts';
import {
	clearMessageFiles,
	deleteFileReferences,
	deleteUploads,
	findQueuedFiles,
	findUploadsOf,
} from '../../src/store/retention/media.ts';
import { deleteMessages } from '../../src/store/retention/messages.ts';
import type { Db, MessageRow, Schema } from '../../src/store/schema.ts';
import { openStore } from '../../src/store/store.ts';
import { listQueues } from '../../src/store/webhooks/queues/webhook-queues.ts';
import {
	listDeliveriesById,
	listDeliveriesOfEvents,
} from '../../src/store/webhooks/deliveries/delivery-list.ts';
import { listSubscriptions } from '../../src/store/webhooks/subscriptions.ts';
import { listWebhooks } from '../../src/store/webhooks/webhooks.ts';
import { temporaryFolder } from '../support/data-folder.ts';
import { databaseEnvironment, ON_POSTGRES } from '../support/database.ts';
import { findLastQueued } from '../../src/store/messages/queue-ends.ts';
import { deleteEvents } from '../../src/store/retention/events.ts';
import { deleteDeliveries } from '../../src/store/retention/deliveries.ts';

/** List lengths; one text for each power of two up to the longest is few enough. */
const LENGTHS = Array.from({ length: 50 }, (_, index) => index + 1);
const TEXTS = Math.ceil(Math.log2(LENGTHS.length)) + 1;
const INSTANCE = 'inst_a';
const ACTOR: ActorName = 'usr_01k9z5q7v8w9x0y1z2a3b4c5d6';

const list = <Id extends string>(prefix: string, length: number): Id[] =>
	Array.from({ length }, (_, index) => `${prefix}_${String(index)}` as Id);
const keys = (length: number) =>
	list('net', length).map((networkId) => ({
		instanceId: INSTANCE,
		networkId,
		source: { chat: networkId, sender: networkId },
	})) as Parameters<typeof findMessageIds>[1];

const chats = (length: number) =>
	list('chat', length).map((chatId) => ({ instanceId: INSTANCE as InstanceId, chatId }));

type Operation = (db: Db, length: number) => Promise<unknown>;
const OPERATIONS: Record<string, Operation> = {
	acquireLeases: (db, length) => acquireLeases(db, 'proc_a', list('inst', length)),
	claimMissing: (db, length) => claimMissing(db, list('msg', length), 0),
	clearMessageFiles: (db, length) => clearMessageFiles(db, list('msg', length)),
	deleteDeliveries: (db, length) => deleteDeliveries(db, list('dlv', length)),
	deleteEvents: (db, length) => deleteEvents(db, list('evt', length)),
	deleteFileReferences: (db, length) => deleteFileReferences(db, list('file', length)),
	deleteMessages: (db, length) =>
		deleteMessages(
			db,
			list<MessageRow['id']>('msg', length).map((id) => ({
				id,
				instance_id: INSTANCE,
				chat_id: id,
				media_file: null,
			})),
		),
	deleteResponses: (db, length) =>
		deleteResponses(
			db,
			list('key', length).map((key) => ({ actor: ACTOR, key })),
			0,
		),
	deleteUploads: (db, length) => deleteUploads(db, list('med', length)),
	findEvents: (db, length) => findEvents(db, list('evt', length)),
	findEventsOfMessage: (db, length) => {
		const times = ['sent_at', 'delivered_at', 'read_at', 'failed_at'];
		const row = Object.fromEntries(times.map((name, index) => [name, index < length ? index : null]));
		const message = { id: 'msg_1', instance_id: INSTANCE, direction: 'outbound', ...row };
		return findEventsOfMessage(db, message as MessageRow);
	},
	findIdempotencyKeys: (db, length) =>
		findIdempotencyKeys(
			db,
			list('key', length).map((key) => ({ actor: ACTOR, key })),
			0,
		),
	findInstances: (db, length) => findInstances(db, list('inst', length)),
	findMessageIds: (db, length) => findMessageIds(db, keys(length)),
	findQueuedFiles: (db, length) => findQueuedFiles(db, list('file', length)),
	findQueuedMediaUrls: (db, length) => findQueuedMediaUrls(db, list('url', length)),
	findUploadsOf: (db, length) => findUploadsOf(db, list('file', length)),
	insertIdempotencyKeys: async (db, length) => {
		const row = { actor: ACTOR, request_hash: '', response: '{}', created_at: -1 };
		await insertIdempotencyKeys(
			db,
			list('key', length).map((key) => ({ ...row, key })),
			0,
		);
	},
	countInstances: (db, length) => countInstances(db, list('inst', length)),
	listDeliveriesById: (db, length) => listDeliveriesById(db, list('dlv', length)),
	listDeliveriesOfEvents: (db, length) => listDeliveriesOfEvents(db, list('evt', length)),
	listInstances: (db, length) =>
		listInstances(db, { visible: list('inst', length), status: null, limit: 1, offset: 0 }),
	listInstancesInUse: (db, length) => listInstancesInUse(db, new Set(list('inst', length))),
	listQueuedInChats: (db, length) => listQueuedInChats(db, chats(length), { limit: 10, owner: null, now: 0 }),
	findLastQueued: (db, length) => findLastQueued(db, chats(length)),
	listQueues: (db, length) => listQueues(db, list('wh', length)),
	listSubscriptions: (db, length) => listSubscriptions(db, list('inst', length)),
	listWebhooks: (db, length) =>
		listWebhooks(db, { visible: list('inst', length), instanceId: undefined, status: undefined }),
	lockMessages: (db, length) => lockMessages(db, list('msg', length)),
	lockReceivedMessages: (db, length) => lockReceivedMessages(db, keys(length)),
	readSessionValues: (db, length) => readSessionValues(db, INSTANCE, list('key', length)),
	sentOnDay: (db, length) => sentOnDay(db, 0, list('inst', length)),
	releaseLeases: (db, length) => releaseLeases(db, 'proc_a', list('inst', length)),
	writeSessionValues: (db, length) =>
		writeSessionValues(db, INSTANCE, Object.fromEntries(list('key', length).map((key) => [key, null]))),
};

/** Operations that run only where several gateways share a database. */
const OPERATIONS_OF_SEVERAL: Record<string, Operation> = {
	lockLeases: (db, length) => lockLeases(db, 'proc_a', list('inst', length)),
};

describe('a store operation on a list', () => {
	let db: Kysely<Schema>;
	let texts: Set<string>;
	let remove: () => Promise<void>;

	beforeAll(async () => {
		let folder: string;
		({ folder, remove } = await temporaryFolder());
		const { DATABASE_URL: databaseUrl = null } = await databaseEnvironment(folder);
		await (await openStore({ dataFolder: folder, databaseUrl }, { clock: systemClock })).close();
		texts = new Set();
		const dialect =
			databaseUrl === null
				? sqliteDialect(openSqlite(path.join(folder, 'gateway.db'), 'write'), 'write')
				: new PostgresDialect({ pool: new pg.Pool({ connectionString: databaseUrl, max: 1 }) });
		db = new Kysely<Schema>({ dialect, log: ({ query }) => void texts.add(query.sql) });
		// The leases of acquireLeases() reference these instances.
		const rows = list('inst', LENGTHS.length).map((id) => `('${id}', '', 'connected', 0, 0, '[]', 0, 0)`);
		await sql`insert into instances (id, name, status, auto_read, auto_typing, webhook_events, created_at, last_seen_at)
			values ${sql.raw(rows.join(', '))}`.execute(db);
	});
	afterAll(async () => {
		await db.destroy();
		await remove();
	});

	const operations = { ...OPERATIONS, ...(ON_POSTGRES ? OPERATIONS_OF_SEVERAL : {}) };
	it.each(Object.entries(operations))('uses few statement texts for any length: %s', async (_name, run) => {
		const rollback = new Error('Nothing stays.');
		const perStatement = new Map<string, Set<string>>();
		for (const length of LENGTHS) {
			texts.clear();
			const done = db.transaction().execute(async (transaction) => {
				await run(transaction, length);
				throw rollback;
			});
			await expect(done).rejects.toBe(rollback);
			// Texts that differ only in their number of placeholders belong to the same statement.
			for (const text of texts) {
				const statement = text.replace(/(\$\d+|\?)(, (\$\d+|\?))*/g, '?');
				perStatement.set(statement, (perStatement.get(statement) ?? new Set()).add(text));
			}
		}
		expect(perStatement.size).toBeLessThan(6);
		for (const variants of perStatement.values()) expect(variants.size).toBeLessThanOrEqual(TEXTS);
	});
});
