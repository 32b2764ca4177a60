import { minIdAt, timestampOfId, type InstanceId, type MessageId } from '../../domain/ids.ts';
import type { DisconnectReason, InstanceStatus } from '../../domain/instances/instance.ts';
import { HIDDEN_ROLES } from '../../domain/webhooks/webhook.ts';
import { sql } from 'kysely';
import { isHeldBack } from '../instances/restriction.ts';
import type { Db } from '../schema.ts';
import { HEALTH_COLUMNS, type WebhookHealthState } from '../webhooks/health-states.ts';

/** Most webhooks, and most instances, that cause alerts. */
const LIMIT = 300;

export interface FailingWebhook extends WebhookHealthState {
	failingSince: number;
}

/** The webhooks whose failures webhook.failing reported and that have not recovered. */
export async function listFailingWebhooks(db: Db): Promise<FailingWebhook[]> {
	const rows = await db
		.selectFrom('webhooks')
		.select(HEALTH_COLUMNS)
		.where('failing_since', 'is not', null)
		.where('status', '=', 'active')
		.where('role', 'not in', HIDDEN_ROLES)
		.orderBy('id')
		.limit(LIMIT)
		.execute();
	return rows.map((row) => ({ ...row, failingSince: row.failingSince ?? 0 }));
}

export interface LostInstance {
	id: InstanceId;
	name: string;
	status: InstanceStatus;
	/** Null: the gateway is still trying to connect. */
	reason: DisconnectReason | null;
	since: number;
}

/**
 * The instances that were not disconnected by their user, and those that have tried to connect since before a time
 * (epoch milliseconds).
 */
export async function listLostInstances(db: Db, connectingBefore: number): Promise<LostInstance[]> {
	const lastChange = sql<number | null>`(
		select change.at from instance_status_changes as change
		where change.instance_id = instances.id order by change.at desc, change.number desc limit 1
	)`;
	const rows = await db
		.selectFrom('instances')
		.select([
			'id',
			'name',
			'status',
			'disconnect_reason as reason',
			'last_seen_at as seenAt',
			lastChange.as('changedAt'),
		])
		.where((eb) =>
			eb.or([
				eb.and([
					eb('status', '!=', 'connected'),
					eb('disconnect_reason', 'is not', null),
					eb('disconnect_reason', '!=', 'user_request'),
				]),
				eb.and([eb('status', '=', 'connecting'), eb('disconnect_reason', 'is', null)]),
			]),
		)
		.orderBy('id')
		.limit(LIMIT)
		.execute();
	return rows
		.map(({ changedAt, seenAt, ...row }) => ({ ...row, since: changedAt ?? seenAt }))
		.filter(({ reason, since }) => reason !== null || since < connectingBefore);
}

export interface RestrictedInstance {
	id: InstanceId;
	name: string;
	kind: 'new_chats' | 'sending';
	until: number;
}

/** The instances whose account the network restricts at the moment. */
export async function listRestrictedInstances(db: Db, now: number): Promise<RestrictedInstance[]> {
	const rows = await db
		.selectFrom('instances')
		.select(['id', 'name', 'restriction_kind as kind', 'restricted_until as until'])
		.where('restricted_until', '>', now)
		.orderBy('id')
		.limit(LIMIT)
		.execute();
	return rows.flatMap(({ kind, until, ...row }) =>
		kind === null || until === null ? [] : { ...row, kind, until },
	);
}

/**
 * Returns when the oldest message was queued that its instance can send now, among those queued before a time; null:
 * there is none. Both times are epoch milliseconds. Messages that wait for a connection or for the end of a restriction
 * do not count, because they are no sign of a slow gateway. Reads one row of the index of queued messages for each
 * instance.
 */
export async function findOldestSendable(db: Db, before: number, now: number): Promise<number | null> {
	const heldBack = isHeldBack(sql.ref('messages.instance_id'), sql.ref('messages.chat_id'), now);
	const head = sql<MessageId | null>`(
		select messages.id from messages
		where messages.instance_id = instances.id and messages.status = 'queued'
			and messages.id < ${minIdAt('msg', before)} and not ${heldBack}
		order by messages.id limit 1
	)`;
	const rows = await db
		.selectFrom('messages')
		.select(['id', 'created_at'])
		.where('id', 'in', (eb) =>
			eb.selectFrom('instances').select(head.as('id')).where('instances.status', '=', 'connected'),
		)
		// A scheduled message whose chat a person owned is queued later than the time in its id.
		.where('created_at', '<', before)
		.limit(LIMIT)
		.execute();
	if (rows.length === 0) return null;
	return Math.min(...rows.map(({ id, created_at: at }) => Math.max(timestampOfId(id), at)));
}
