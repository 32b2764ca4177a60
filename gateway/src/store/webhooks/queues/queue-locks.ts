import { crc32 } from 'node:zlib';
import { sql } from 'kysely';
import type { InstanceId, WebhookId } from '../../../domain/ids.ts';
import { engineOf } from '../../engine/engine.ts';
import type { Db } from '../../schema.ts';

/*
 * The deliveries of one chat to one webhook are a queue, where the webhook is ordered or collects messages. On
 * PostgreSQL several gateways change queues at the same time, so a transaction that decides which delivery is next
 * first locks the chat. The locks are advisory: a queue needs no row that every event would have to write. Chats share
 * a fixed number of locks, so that a large transaction cannot use up the server's memory for locks. SQLite needs no
 * locks: one process writes, one transaction after the other.
 */

/** Class of the advisory locks: an arbitrary number that no other program on the database uses. */
const LOCK_CLASS = 1_836_278_648;
/** A server has room for about 6400 locks by default. */
const LOCKS = 4096;

/** The deliveries of one chat to one webhook. */
export interface QueueKey {
	webhookId: WebhookId;
	/** See orderingKeyOf(). */
	orderingKey: string;
}

/** The ordering key of the events of a chat. */
export function orderingKeyOf(instanceId: InstanceId | '', chatId: string): string {
	return `${instanceId} ${chatId}`;
}

/** The instance and the chat of an ordering key. */
export function chatOfKey(orderingKey: string): { instanceId: InstanceId; chatId: string } {
	const space = orderingKey.indexOf(' ');
	return {
		instanceId: orderingKey.slice(0, space) as InstanceId,
		chatId: orderingKey.slice(space + 1),
	};
}

/** The text that identifies a queue in a Map. */
export function queueKeyText({ webhookId, orderingKey }: QueueKey): string {
	return `${webhookId} ${orderingKey}`;
}

/** Each queue once. */
export function distinctKeys(keys: readonly QueueKey[]): QueueKey[] {
	return [...new Map(keys.map((key) => [queueKeyText(key), key])).values()];
}

/** Returns the queues of deliveries of a webhook, each once; a delivery without an ordering key is in none. */
export function queueKeysOf(
	webhookId: WebhookId,
	deliveries: readonly { ordering_key: string | null }[],
): QueueKey[] {
	return distinctKeys(
		deliveries.flatMap(({ ordering_key: orderingKey }) =>
			orderingKey === null ? [] : { webhookId, orderingKey },
		),
	);
}

/** Locks queues until the end of the transaction, and waits for other gateways that have locked one of them. */
export async function lockQueues(db: Db, keys: readonly QueueKey[]): Promise<void> {
	if (keys.length === 0 || engineOf(db) === 'sqlite') return;
	// All transactions lock in the same order, so that two of them do not deadlock here.
	const locks = [...new Set(keys.map(lockOf))].sort((a, b) => a - b);
	await sql`select count(pg_advisory_xact_lock(${sql.lit(LOCK_CLASS)}, number))
		from unnest(${locks}::integer[]) as number`.execute(db);
}

/** Locks the queues that no other gateway has locked, without waiting, and returns them. */
export async function tryLockQueues(db: Db, keys: readonly QueueKey[]): Promise<QueueKey[]> {
	if (keys.length === 0 || engineOf(db) === 'sqlite') return [...keys];
	const locks = [...new Set(keys.map(lockOf))];
	const { rows } = await sql<{ number: number }>`select number from unnest(${locks}::integer[]) as number
		where pg_try_advisory_xact_lock(${sql.lit(LOCK_CLASS)}, number)`.execute(db);
	const locked = new Set(rows.map(({ number }) => number));
	return keys.filter((key) => locked.has(lockOf(key)));
}

function lockOf({ orderingKey }: QueueKey): number {
	return crc32(orderingKey) % LOCKS;
}
