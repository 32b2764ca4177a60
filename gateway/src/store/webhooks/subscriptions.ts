import { sql } from 'kysely';
import type { GatewayEvent } from '../../domain/events/event.ts';
import type { InstanceId, WebhookId } from '../../domain/ids.ts';
import type { WebhookFilter } from '../../domain/webhooks/webhook-filter.ts';
import { chunkInList, padInList } from '../engine/chunk-in-list.ts';
import type { Db, WebhookRow } from '../schema.ts';
import { TARGET_COLUMNS, targetOf, type Target } from './deliveries/delivery-target.ts';
import { kindsOf } from './webhooks.ts';
import type { EventKind } from '../../domain/events/event-kind.ts';

/** An active webhook, with the settings by which events are delivered to it. */
export interface Receiver {
	id: WebhookId;
	target: Target;
	/** Whether the events of a chat are delivered one after another. */
	ordered: boolean;
	paused: boolean;
}

/** An active webhook, and which events it receives. */
export interface Subscription extends Receiver {
	/** Null: all instances. */
	instanceId: InstanceId | null;
	kinds: ReadonlySet<EventKind>;
	filter: WebhookFilter | null;
	/** Seconds of silence after which the messages of a chat are delivered together; null: each on its own. */
	collectSeconds: number | null;
}

const RECEIVER_COLUMNS = ['id', 'ordered', 'paused_at', ...TARGET_COLUMNS] as const;

/** The active webhooks that receive events of any of these instances, or of all instances. */
export async function listSubscriptions(db: Db, instanceIds: readonly InstanceId[]): Promise<Subscription[]> {
	const rows = await db
		.selectFrom('webhooks')
		.select(['events', 'filter', 'collect_seconds', ...RECEIVER_COLUMNS])
		.where('status', '=', 'active')
		.where((eb) => {
			const ofAll = eb('instance_id', 'is', null);
			if (instanceIds.length === 0) return ofAll;
			return eb.or([ofAll, eb('instance_id', 'in', padInList(instanceIds))]);
		})
		.orderBy('id')
		.execute();
	return rows.map((row) => ({
		...receiverOf(row),
		instanceId: row.instance_id,
		kinds: new Set(kindsOf(row)),
		filter: row.filter === null ? null : (JSON.parse(row.filter) as WebhookFilter),
		collectSeconds: row.collect_seconds,
	}));
}

/** Whether a webhook receives events of this kind from their instance. */
export function wants(
	{ instanceId: only, kinds }: Pick<Subscription, 'instanceId' | 'kinds'>,
	{ kind, data }: GatewayEvent,
): boolean {
	return (only === null || only === data.instanceId) && kinds.has(kind);
}

/** Returns the active ones of these webhooks, by their ids. */
export async function listActiveReceivers(
	db: Db,
	webhookIds: readonly WebhookId[],
): Promise<Map<WebhookId, Receiver>> {
	const receivers = new Map<WebhookId, Receiver>();
	for (const ids of chunkInList(webhookIds)) {
		const rows = await db
			.selectFrom('webhooks')
			.select(RECEIVER_COLUMNS)
			.where('id', 'in', ids)
			.where('status', '=', sql.lit('active'))
			.execute();
		for (const row of rows) receivers.set(row.id, receiverOf(row));
	}
	return receivers;
}

function receiverOf(row: Pick<WebhookRow, (typeof RECEIVER_COLUMNS)[number]>): Receiver {
	const { id, ordered, paused_at: pausedAt } = row;
	return { id, target: targetOf(row), ordered: ordered === 1, paused: pausedAt !== null };
}
