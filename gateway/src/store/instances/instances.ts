import type { VisibleInstances } from '../../domain/access/caller.ts';
import type { InstanceId, WebhookId } from '../../domain/ids.ts';
import type { InstanceStatus } from '../../domain/instances/instance.ts';
import type { SealedText } from '../../lib/crypto/sealed-text.ts';
import { padInList } from '../engine/chunk-in-list.ts';
import { lockRows } from '../engine/engine.ts';
import type { Db, InstanceRow } from '../schema.ts';
import { rowsStatement, writeRows } from '../engine/write-rows.ts';

/** An instance with its own webhook; the webhook's columns are null where it has none. */
export type InstanceWithWebhook = InstanceRow & {
	webhook_id: WebhookId | null;
	webhook_url: string | null;
	webhook_secret: SealedText | null;
};

/** Stores a new instance. */
export async function insertInstance(db: Db, instance: InstanceRow): Promise<void> {
	await db.insertInto('instances').values(instance).execute();
}

/** Changes fields of an instance. */
export async function updateInstance(
	db: Db,
	id: InstanceId,
	changes: Partial<Omit<InstanceRow, 'id'>>,
): Promise<void> {
	await db.updateTable('instances').set(changes).where('id', '=', id).execute();
}

/** Makes the same changes to several instances. */
export async function updateInstances(
	db: Db,
	ids: readonly InstanceId[],
	changes: Partial<Omit<InstanceRow, 'id'>>,
): Promise<void> {
	if (ids.length === 0) return;
	await db.updateTable('instances').set(changes).where('id', 'in', padInList(ids)).execute();
}

/** Finds an instance by its id. */
export function findInstance(db: Db, id: string): Promise<InstanceRow | undefined> {
	return db
		.selectFrom('instances')
		.selectAll()
		.where('id', '=', id as InstanceId)
		.executeTakeFirst();
}

/** Finds an instance and locks its row until the end of the transaction. */
export function lockInstance(db: Db, id: InstanceId): Promise<InstanceRow | undefined> {
	const query = db.selectFrom('instances').selectAll().where('id', '=', id);
	return lockRows(db, query).executeTakeFirst();
}

/** Finds instances by their ids; missing ones are left out. */
export async function findInstances(db: Db, ids: readonly string[]): Promise<Map<string, InstanceRow>> {
	const rows = await db
		.selectFrom('instances')
		.selectAll()
		.where('id', 'in', padInList([...new Set(ids)] as InstanceId[]))
		.execute();
	return new Map(rows.map((row) => [row.id, row]));
}

const TOUCH = rowsStatement(
	{ id: 'text', at: 'bigint' },
	{
		before: 'with seen (id, at) as (',
		after: ') update instances set last_seen_at = seen.at from seen where instances.id = seen.id',
		singleRow: 'update instances set last_seen_at = ?2 where id = ?1',
	},
);

/** Updates when instances were last seen on their networks. */
export async function touchInstances(db: Db, seen: ReadonlyMap<InstanceId, number>): Promise<void> {
	const rows = [...seen].map(([id, at]) => ({ id, at }));
	await writeRows(
		db,
		TOUCH,
		rows.sort((a, b) => (a.id < b.id ? -1 : 1)),
	);
}

/** Finds an instance and its own webhook by the id of the instance. */
export function findInstanceWithWebhook(db: Db, id: string): Promise<InstanceWithWebhook | undefined> {
	return withWebhook(db)
		.where('instances.id', '=', id as InstanceId)
		.executeTakeFirst();
}

/** One page of the visible instances, newest first, and their total. */
export async function listInstances(
	db: Db,
	page: { visible: VisibleInstances; status: InstanceStatus | null; limit: number; offset: number },
): Promise<{ instances: InstanceWithWebhook[]; total: number }> {
	let counting = db.selectFrom('instances').select((eb) => eb.fn.countAll<number>().as('total'));
	let listing = withWebhook(db);
	if (page.status !== null) {
		counting = counting.where('status', '=', page.status);
		listing = listing.where('instances.status', '=', page.status);
	}
	if (page.visible !== null) {
		const ids = padInList(page.visible);
		counting = counting.where('id', 'in', ids);
		listing = listing.where('instances.id', 'in', ids);
	}
	const counted = await counting.executeTakeFirstOrThrow();
	const instances = await listing
		.orderBy('instances.id', 'desc')
		.limit(page.limit)
		.offset(page.offset)
		.execute();
	return { instances, total: counted.total };
}

/** Deletes an instance with its messages, chats and contacts; see removeRows() where there may be many. */
export async function deleteInstance(db: Db, id: InstanceId): Promise<void> {
	await db.deleteFrom('instances').where('id', '=', id).execute();
}

/**
 * Waits until no other transaction creates an instance, and makes later ones wait until this one ends: so that two
 * gateways on one database do not both create the last instance that a plan allows.
 */
export async function lockInstanceCount(db: Db): Promise<void> {
	const name = 'instance_limit';
	await db
		.insertInto('counters')
		.values({ name, value: 0 })
		.onConflict((conflict) => conflict.column('name').doNothing())
		.execute();
	await lockRows(db, db.selectFrom('counters').select('value').where('name', '=', name)).execute();
}

/** How many of the visible instances there are. */
export async function countInstances(db: Db, visible: VisibleInstances): Promise<number> {
	const counted = await db
		.selectFrom('instances')
		.select((eb) => eb.fn.countAll<number>().as('total'))
		.$if(visible !== null, (query) => query.where('id', 'in', padInList(visible ?? [])))
		.executeTakeFirstOrThrow();
	return counted.total;
}

/** An instance whose connection has to be opened again. */
export type InstanceInUse = Pick<InstanceRow, 'id' | 'status' | 'pairing_phone'>;

/** The instances that are not disconnected, of these or of all, oldest first. */
export function listInstancesInUse(db: Db, ids?: ReadonlySet<InstanceId>): Promise<InstanceInUse[]> {
	return db
		.selectFrom('instances')
		.select(['id', 'status', 'pairing_phone'])
		.where('status', '!=', 'disconnected')
		.$if(ids !== undefined, (query) => query.where('id', 'in', padInList([...(ids ?? [])])))
		.orderBy('id')
		.execute();
}

function withWebhook(db: Db) {
	return db
		.selectFrom('instances')
		.leftJoin('webhooks', (join) =>
			join.onRef('webhooks.instance_id', '=', 'instances.id').on('webhooks.role', '=', 'instance'),
		)
		.selectAll('instances')
		.select([
			'webhooks.id as webhook_id',
			'webhooks.url as webhook_url',
			'webhooks.secret as webhook_secret',
		]);
}
